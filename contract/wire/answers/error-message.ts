import * as v from 'valibot'
import { filledText } from '../scalars.ts'

/** What is read of an error whatever else its body has: the text for the person who is told. */
export const errorMessage = v.object({ message: filledText })

import * as v from 'valibot'
import { filledText } from '../scalars.ts'

/** The only part of an error body that the panel always reads: a text for the person. */
export const errorMessage = v.object({ message: filledText })

import * as v from 'valibot'
import { id } from './scalars.ts'

/** `/version.json`: what is served now (VER-1). */
export const servedVersion = v.object({ version: id })

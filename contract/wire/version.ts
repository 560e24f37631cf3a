import * as v from 'valibot'
import { id } from './scalars.ts'

/** `/version.json`: the version that the server serves now (VER-1). */
export const servedVersion = v.object({ version: id })

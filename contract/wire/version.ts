import * as v from 'valibot'
import { id } from './scalars.ts'

/** `/version.json`: the version that the server serves now (VER-1). */
export const servedVersion = v.object({ version: id })

/** The whole file, as the build writes it: `commit` is null for a build outside of the repository (OPS-5). */
export const builtVersion = v.object({ version: id, commit: v.nullable(id) })

export type BuiltVersion = v.InferOutput<typeof builtVersion>

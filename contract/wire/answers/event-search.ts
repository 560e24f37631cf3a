import * as v from 'valibot'
import { nextCursor } from '../scalars.ts'
import { activitySchema } from './events.ts'

/** An event of a search, with its condominium's name (PAGE-3). */
export const foundEventSchema = v.object({ ...activitySchema.entries, condominiumName: v.optional(v.string(), '') })

export type FoundEvent = v.InferOutput<typeof foundEventSchema>

/** Newest first; `nextCursor` is null on the last page. */
export const eventPage = v.object({ result: v.array(foundEventSchema), nextCursor })

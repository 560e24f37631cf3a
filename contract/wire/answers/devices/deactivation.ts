import * as v from 'valibot'
import { id, isoTime, namedPerson } from '../../scalars.ts'

/** Person, time and reason of a deactivation (STATE-3). `at` and `by` are null if unknown; `reason` is '' if unknown. */
export const deactivation = v.object({
  at: v.nullable(isoTime),
  by: v.nullable(namedPerson),
  reason: v.string(),
})

export type Deactivation = v.InferOutput<typeof deactivation>

export const deactivatedDevice = v.object({
  ...deactivation.entries,
  wordCode: id,
  name: v.string(),
  condominiumId: id,
  condominiumName: v.string(),
})

export type DeactivatedDevice = v.InferOutput<typeof deactivatedDevice>

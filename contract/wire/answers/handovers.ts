import * as v from 'valibot'
import { filledText, id, isoTime, namedPerson } from '../scalars.ts'
import { deactivatedDevice } from './devices/deactivation.ts'
import { fieldsError } from './errors.ts'
import { incidentSchema } from './incidents.ts'

/** A shift that one person handed over to another (INC-7). */
const handoverHead = v.object({ id, at: isoTime, from: namedPerson, to: namedPerson, note: v.string() })

export type HandoverHead = v.InferOutput<typeof handoverHead>

const incidents = v.array(incidentSchema)

/** Deactivated devices, at most 200 (STATE-3). */
const inactive = v.optional(v.array(deactivatedDevice), [])

/** Open incidents, those that ended after `since`, and the last handover that this person gave or took. */
export const handoverDraft = v.object({
  since: isoTime,
  open: incidents,
  over: incidents,
  inactive,
  last: v.nullable(handoverHead),
})

export type HandoverDraft = v.InferOutput<typeof handoverDraft>

/** Incidents in their state at the handover. `taken`: those that moved from the giver to the taker. */
export const handover = v.object({
  ...handoverHead.entries,
  since: isoTime,
  open: incidents,
  over: incidents,
  inactive,
  taken: v.array(id),
})

export type Handover = v.InferOutput<typeof handover>

const fieldText = v.exactOptional(filledText)

/** The body of a 422: the wrong fields of the giver's form. */
export const handoverError = v.object({
  ...fieldsError.entries,
  fields: v.object({ email: fieldText, password: fieldText, note: fieldText }),
})

import * as v from 'valibot'
import { openingAnswer } from '../../devices/opening.ts'
import { count, filledText, id, isoTime, namedPerson } from '../scalars.ts'
import { deactivatedDevice } from './devices/deactivation.ts'
import { fieldsError } from './errors.ts'
import { incidentNote } from './incident-story.ts'
import { incidentSchema } from './incidents.ts'

/** A shift that one person handed over to another (INC-7). */
const handoverHead = v.object({ id, at: isoTime, from: namedPerson, to: namedPerson, note: v.string() })

export type HandoverHead = v.InferOutput<typeof handoverHead>

const incidents = v.array(incidentSchema)

/** Deactivated devices, at most 200 (STATE-3). */
const inactive = v.optional(v.array(deactivatedDevice), [])

/**
 * An opening that the device did not confirm (OPEN-2). `at`: time of the press. `acted`: whether the gate opened, as the
 * device stated later; null if the device stated nothing.
 */
const unconfirmedOpening = v.object({
  ...v.pick(openingAnswer, ['outcome', 'at', 'message']).entries,
  by: v.nullable(namedPerson),
  wordCode: id,
  name: v.string(),
  condominiumId: id,
  condominiumName: v.string(),
  acted: v.nullable(v.boolean()),
})

export type UnconfirmedOpening = v.InferOutput<typeof unconfirmedOpening>

/** The number of confirmed openings of the shift, and the last 200 of the other openings, oldest first. */
export const shiftOpenings = v.object({ confirmed: count, others: v.array(unconfirmedOpening) })

export type ShiftOpenings = v.InferOutput<typeof shiftOpenings>

/** What people did about an incident of the handover, see `workActs`. */
const handoverNote = v.object({ ...incidentNote.entries, incident: id })

export type HandoverNote = v.InferOutput<typeof handoverNote>

/** The parts that the draft and the accepted handover share. */
const lists = {
  since: isoTime,
  open: incidents,
  over: incidents,
  inactive,
  /** Absent from a server of an earlier version. */
  notes: v.optional(v.array(handoverNote), []),
  openings: v.optional(shiftOpenings, { confirmed: 0, others: [] }),
}

/** Open incidents, those that ended after `since`, and the last handover that this person gave or took. */
export const handoverDraft = v.object({
  ...lists,
  last: v.nullable(handoverHead),
})

export type HandoverDraft = v.InferOutput<typeof handoverDraft>

/** Incidents in their state at the handover. `taken`: those that moved from the giver to the taker. */
export const handover = v.object({
  ...handoverHead.entries,
  ...lists,
  taken: v.array(id),
})

export type Handover = v.InferOutput<typeof handover>

const fieldText = v.exactOptional(filledText)

/** The body of a 422: the wrong fields of the giver's form. */
export const handoverError = v.object({
  ...fieldsError.entries,
  fields: v.object({ email: fieldText, password: fieldText, note: fieldText }),
})

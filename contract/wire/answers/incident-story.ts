import * as v from 'valibot'
import { id, isoTime, namedPerson } from '../scalars.ts'
import { incidentSchema, unansweredEnds } from './incidents.ts'
import { procedureRun } from './procedures.ts'

/** Notes about the end of the failures. */
export const clearingActs = ['resolved', ...unansweredEnds, 'split'] as const

export const incidentActs = [
  'opened',
  'reopened',
  'oscillates',
  'calmed',
  ...clearingActs,
  'merged',
  'claimed',
  'handed-over',
  'taken-over',
  'released',
  'commented',
  'silenced',
  'silence-ended',
  'closed',
  'step-done',
  'step-skipped',
  'step-reopened',
  'call-answered',
  'call-unanswered',
  'steps-unneeded',
] as const

/** Acts with which a person works on an incident; the incident itself states who owns, silenced and closed it. */
export const workActs = [
  'commented',
  'step-done',
  'step-skipped',
  'step-reopened',
  'call-answered',
  'call-unanswered',
] as const satisfies (typeof incidentActs)[number][]

export type IncidentAct = (typeof incidentActs)[number]

export const incidentNote = v.object({
  id,
  at: isoTime,
  act: v.picklist(incidentActs),
  /** The acting person; null for an automatic change. */
  by: v.nullable(namedPerson),
  /** For `handed-over` the new owner, for `taken-over` the previous owner. */
  to: v.nullable(namedPerson),
  /** A comment, a reason, a closing text, or for a call the called person; or ''. */
  text: v.string(),
  /** The text of the procedure's steps, or '' (PROC-2); absent from a server without procedures. */
  step: v.exactOptional(v.string()),
  /** Time at which the silence ends. */
  until: v.nullable(isoTime),
})

export type IncidentNote = v.InferOutput<typeof incidentNote>

/**
 * A device of the incident. `since` is the time when its contact was lost, or when that failure ended. `hasAnswered`: the
 * failure ended because the device answered.
 */
export const incidentDevice = v.object({
  wordCode: id,
  name: v.string(),
  condominiumId: id,
  condominiumName: v.string(),
  isFailing: v.boolean(),
  hasAnswered: v.boolean(),
  since: isoTime,
})

export type IncidentDevice = v.InferOutput<typeof incidentDevice>

/** `isPresent`: a session of the person has a live connection now; absent from a server without this field. */
const colleague = v.object({ ...namedPerson.entries, isPresent: v.exactOptional(v.boolean()) })

/**
 * An incident with its history (oldest first), its first 100 devices, and the colleagues who can take it: neither the
 * person who asks nor the owner; those who are present first (DESK-5).
 */
export const incidentStory = v.object({
  incident: incidentSchema,
  notes: v.array(incidentNote),
  devices: v.array(incidentDevice),
  colleagues: v.array(colleague),
  /** Whether the owner is present; absent without an owner, or from a server without this field. */
  isOwnerPresent: v.exactOptional(v.boolean()),
  /** Absent without procedure, or from a server without procedures (PROC-2). */
  procedure: v.exactOptional(procedureRun),
})

export type IncidentStory = v.InferOutput<typeof incidentStory>

import * as v from 'valibot'
import { openLives } from '../../incidents/open-lives.ts'
import { count, id, isoTime, namedPerson, nextCursor } from '../scalars.ts'
import { sequence } from '../sequence.ts'
import { deviceFailureCauses } from './devices/devices.ts'
import { alarmSchema } from './event-kinds.ts'

/**
 * Devices without contact, a forced door, a gate that is held open (INC-1), an occurrence that a person wrote down (BOOK-1), or an event of a
 * catalogued kind (EVT-1).
 */
export const incidentKinds = ['contact', 'door-forced', 'gate-held-open', 'reported', 'alarm'] as const

export type IncidentKind = (typeof incidentKinds)[number]

/**
 * The extent of an incident: one device; all devices at one address; some devices of a condominium; all devices of a
 * condominium; most condominiums at the same time.
 */
export const incidentScopes = ['device', 'address', 'devices', 'condominium', 'service'] as const

/** The cause of the failure; `unknown`: several causes, or none known. */
export const incidentCauses = [...deviceFailureCauses, 'unknown'] as const

export type IncidentCause = (typeof incidentCauses)[number]

/** The state of an incident (INC-2). A `merged` incident became part of another incident. */
export const incidentLives = [...openLives, 'resolved', 'closed', 'merged'] as const

export type IncidentLife = (typeof incidentLives)[number]

/**
 * Why the last failures ended without an answer: a device was deactivated or deleted, or got another address or
 * condominium. `unwatched`: several of these reasons, or an end that an earlier version stored.
 */
export const unansweredEnds = ['deactivated', 'removed', 'moved', 'unwatched'] as const

/** Ways in which the failures of an incident end. `recovered`: all devices answered. */
export const failureEnds = ['recovered', ...unansweredEnds, 'split'] as const

/**
 * Why an incident ended: the end of its failures, or another reason. `split`: few condominiums of a service failure are left, each with its own incident.
 * `quiet`: a door or gate event did not repeat. `closed`: a person closed it. `merged`: it became part of another incident.
 */
export const incidentEnds = [...failureEnds, 'quiet', 'closed', 'merged'] as const

export type UnansweredEnd = (typeof unansweredEnds)[number]

export type FailureEnd = (typeof failureEnds)[number]

export type IncidentEnd = (typeof incidentEnds)[number]

/**
 * It began; it started to oscillate; it stopped oscillating but lasts; its silence ended; it recovered; for the new owner
 * alone: a person handed it over.
 */
export const incidentNotices = ['opened', 'oscillates', 'lasts', 'silence-over', 'recovered', 'handed-over'] as const

export type IncidentNotice = (typeof incidentNotices)[number]

export const reportTopics = ['visit', 'delivery', 'noise', 'vehicle', 'security', 'other'] as const

/** Only 'high' notifies people; 'low' ranks below all other incidents. */
export const reportGravities = ['low', 'medium', 'high'] as const

/** The content of a written occurrence (BOOK-1). `where`: the place within the condominium, or ''. */
export const reportSchema = v.object({
  topic: v.picklist(reportTopics),
  gravity: v.picklist(reportGravities),
  where: v.string(),
  text: v.string(),
})

export type Report = v.InferOutput<typeof reportSchema>

/** One incident (INC). Times are the server's. */
export const incidentSchema = v.object({
  id,
  /** The order of the last beginnings: an incident gets a new number when it reopens. */
  sequence,
  /**
   * A kind that this panel does not know comes from a newer server. The panel shows such an incident as an alarm
   * without a name.
   */
  kind: v.fallback(v.picklist(incidentKinds), 'alarm'),
  /** The catalogued kind of an `alarm`, else null or absent. */
  alarm: v.nullish(alarmSchema),
  scope: v.picklist(incidentScopes),
  /** An unknown word is of another version, for example in a stored handover. */
  cause: v.fallback(v.picklist(incidentCauses), 'unknown'),
  life: v.picklist(incidentLives),
  /** Why it ended; null while it is open. */
  end: v.nullable(v.picklist(incidentEnds)),
  /** The incident begins and ends repeatedly (INC-5). */
  isOscillating: v.boolean(),
  /** Whether a notification was sent: shortly after the beginning, when the scope is clear (INC-6). */
  isTold: v.boolean(),
  /** Null for scope 'service'. */
  condominiumId: v.nullable(id),
  condominiumName: v.string(),
  /** For scope 'device': `wordCode` and `deviceName`. For scope 'address': `ip`. Otherwise ''. */
  wordCode: v.string(),
  deviceName: v.string(),
  ip: v.string(),
  /** Number of devices without contact now, of all devices so far, and of the failing devices' condominiums. */
  failing: count,
  devices: count,
  condominiums: count,
  /** How many times the incident restarted in the last 15 minutes; for a door or gate, the number of events. */
  falls: count,
  owner: v.nullable(namedPerson),
  /**
   * The person who handed the incident to its owner, and the time. Null after the owner has answered (DESK-5), or if the server does not
   * send this field.
   */
  passed: v.optional(v.nullable(v.object({ by: namedPerson, at: isoTime })), null),
  silence: v.nullable(v.object({ until: isoTime, reason: v.string(), by: namedPerson })),
  openedAt: isoTime,
  /** The last time the incident began. */
  since: isoTime,
  /** The time of recovery, or null. */
  resolvedAt: v.nullable(isoTime),
  /** The cause that the closing person entered, or ''. */
  word: v.string(),
  /** How many times the incident restarted after its recovery. */
  reopenings: count,
  /** Only for the kind 'reported'. */
  report: v.optional(v.nullable(reportSchema), null),
  /** The required steps of the procedure that are open (PROC-2); absent if there are none. */
  openSteps: v.exactOptional(v.array(v.string())),
  /** Grows with every change: the greater version is the newer. */
  version: count,
})

export type Incident = v.InferOutput<typeof incidentSchema>

/** Open incidents, and incidents that recovered less than 30 minutes ago; newest first. */
export const incidentList = v.object({ result: v.array(incidentSchema) })

/** Past incidents, newest first. */
export const incidentPage = v.object({ result: v.array(incidentSchema), nextCursor })

/** The body of a 409: the current incident, so that the second person sees who was first (INC-3). */
export const incidentConflict = v.object({ error: v.literal(true), message: v.string(), current: incidentSchema })

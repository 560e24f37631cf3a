import * as v from 'valibot'
import { count, id, isoTime, nextCursor } from '../scalars.ts'

/** Devices without contact, a door that was forced, a gate that somebody holds open (INC-1). */
export const incidentKinds = ['contact', 'door-forced', 'gate-held-open'] as const

export type IncidentKind = (typeof incidentKinds)[number]

/**
 * What it embraces: one device; all that stand at one address; some of a condominium; all of it; most condominiums at once.
 */
export const incidentScopes = ['device', 'address', 'devices', 'condominium', 'service'] as const

/**
 * What is known of why: the device's network answers and it does not do what it is asked; it takes the connection and stays silent; nothing
 * listens there; no way leads there or nothing answers; several of these, or nobody knows.
 */
export const incidentCauses = ['answers', 'hung', 'off', 'away', 'unknown'] as const

export type IncidentCause = (typeof incidentCauses)[number]

/** Where it is in its life (INC-2); `merged` is one that became part of another. */
export const incidentLives = ['new', 'claimed', 'silenced', 'resolved', 'closed', 'merged'] as const

export type IncidentLife = (typeof incidentLives)[number]

/** What people are told: that it began, that it comes and goes, that it does so no more and lasts, that it is no longer silenced, that it is over. */
export const incidentNotices = ['opened', 'oscillates', 'lasts', 'silence-over', 'recovered'] as const

export type IncidentNotice = (typeof incidentNotices)[number]

const person = v.object({ id, name: v.string() })

/** One thing that is wrong (INC). Times are the server's. */
export const incidentSchema = v.object({
  id,
  kind: v.picklist(incidentKinds),
  scope: v.picklist(incidentScopes),
  cause: v.picklist(incidentCauses),
  life: v.picklist(incidentLives),
  /** It comes and goes (INC-5). */
  isOscillating: v.boolean(),
  /** Whether people have been told: shortly after it began, once it is clear what it embraces (INC-6). */
  isTold: v.boolean(),
  /** Null of most condominiums at once. */
  condominiumId: v.nullable(id),
  condominiumName: v.string(),
  /** Of one device, or the address of several; '' elsewhere. */
  wordCode: v.string(),
  deviceName: v.string(),
  ip: v.string(),
  /** Devices that are without contact now, those that it ever embraced, and in how many condominiums those that are stand. */
  failing: count,
  devices: count,
  condominiums: count,
  /** How often it began anew in the last 15 minutes, or, of a door or gate, how often it happened. */
  falls: count,
  owner: v.nullable(person),
  silence: v.nullable(v.object({ until: isoTime, reason: v.string(), by: person })),
  openedAt: isoTime,
  /** When it began last. */
  since: isoTime,
  /** Since when it is over, or null. */
  resolvedAt: v.nullable(isoTime),
  /** What it was, by whoever closed it, or ''. */
  word: v.string(),
  /** How often it came back after it had been over. */
  reopenings: count,
  /** Grows with every change: of two the greater is the newer. */
  version: count,
})

export type Incident = v.InferOutput<typeof incidentSchema>

/** Open ones, and those that have been over for less than 30 minutes; newest first. */
export const incidentList = v.object({ result: v.array(incidentSchema) })

/** What became of an incident, by itself or by a person's hand. */
export const incidentActs = [
  'opened',
  'reopened',
  'oscillates',
  'calmed',
  'resolved',
  'merged',
  'claimed',
  'handed-over',
  'released',
  'commented',
  'silenced',
  'silence-ended',
  'closed',
] as const

export type IncidentAct = (typeof incidentActs)[number]

export const incidentNote = v.object({
  id,
  at: isoTime,
  act: v.picklist(incidentActs),
  /** Who did it; null where nobody did. */
  by: v.nullable(person),
  /** To whom it was handed over. */
  to: v.nullable(person),
  /** A comment, a reason, the word at the end; or ''. */
  text: v.string(),
  /** Until when it was silenced. */
  until: v.nullable(isoTime),
})

export type IncidentNote = v.InferOutput<typeof incidentNote>

/** A device that it embraces. `since` is when its contact was lost, or came back. */
export const incidentDevice = v.object({
  wordCode: id,
  name: v.string(),
  condominiumId: id,
  condominiumName: v.string(),
  isFailing: v.boolean(),
  since: isoTime,
})

export type IncidentDevice = v.InferOutput<typeof incidentDevice>

/** One incident with its story, oldest first, the first 100 of its devices, and to whom it could be handed over. */
export const incidentStory = v.object({
  incident: incidentSchema,
  notes: v.array(incidentNote),
  devices: v.array(incidentDevice),
  colleagues: v.array(person),
})

export type IncidentStory = v.InferOutput<typeof incidentStory>

/** Those that are over, newest first. */
export const incidentPage = v.object({ result: v.array(incidentSchema), nextCursor })

/** The body of a 409: how it stands, so that who came second sees who was first (INC-3). */
export const incidentConflict = v.object({ error: v.literal(true), message: v.string(), current: incidentSchema })

import * as v from 'valibot'
import { count, id, isoTime } from '../scalars.ts'
import { foundEventSchema } from './event-search.ts'
import { incidentSchema } from './incidents.ts'

/** A link of its own to the wall view (INC-8). */
export const wallLinkSchema = v.object({
  id,
  name: v.string(),
  createdAt: isoTime,
  /** When a wall last asked with it, to the minute; null while none has. */
  lastSeenAt: v.nullable(isoTime),
})

export type WallLink = v.InferOutput<typeof wallLinkSchema>

export const wallLinks = v.object({ result: v.array(wallLinkSchema) })

/** `token` is told this once. */
export const newWallLink = v.object({ ...wallLinkSchema.entries, token: id })

export type NewWallLink = v.InferOutput<typeof newWallLink>

/** What hangs on a wall: how things are at the condominiums that whoever made the link may see (INC-8). */
export const wallView = v.object({
  /** Of the link. */
  name: v.string(),
  condominiums: count,
  /** Those that are not switched off, and how they answered when they were last asked. */
  devices: v.object({ total: count, online: count, offline: count }),
  /** When the device was asked that waits longest; null without one. */
  oldestCheckAt: v.nullable(isoTime),
  /** Open ones, the first 50 of `openIncidents`, newest first. */
  incidents: v.array(incidentSchema),
  openIncidents: count,
  /** The last ten, newest first. */
  events: v.array(foundEventSchema),
})

export type WallView = v.InferOutput<typeof wallView>

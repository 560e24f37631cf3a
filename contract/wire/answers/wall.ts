import * as v from 'valibot'
import { count, id, isClockPlausible, isoTime } from '../scalars.ts'
import { foundEventSchema } from './event-search.ts'
import { incidentSchema } from './incidents.ts'
import { onDutySchema } from './on-duty.ts'

/** A link to the wall view (INC-8). */
export const wallLinkSchema = v.object({
  id,
  name: v.string(),
  createdAt: isoTime,
  /** The last request of a wall with this link, to the minute; null if the link is unused. */
  lastSeenAt: v.nullable(isoTime),
})

export type WallLink = v.InferOutput<typeof wallLinkSchema>

export const wallLinks = v.object({ result: v.array(wallLinkSchema) })

/** `token` is sent only once. */
export const newWallLink = v.object({ ...wallLinkSchema.entries, token: id })

export type NewWallLink = v.InferOutput<typeof newWallLink>

/** The data of a wall screen: the condominiums that the creator of the link may see (INC-8). */
export const wallView = v.object({
  name: v.string(),
  condominiums: count,
  /** Active devices, and their status at the last check; `inactive`: deactivated ones (STATE-3). */
  devices: v.object({ total: count, online: count, offline: count, inactive: v.exactOptional(count) }),
  /** The oldest of the devices' last checks; null without devices. */
  oldestCheckAt: v.nullable(isoTime),
  isClockPlausible,
  /** The first 50 of `openIncidents`: unclaimed and most severe first, then the oldest. */
  incidents: v.array(incidentSchema),
  openIncidents: count,
  /** The last ten, newest first. */
  events: v.array(foundEventSchema),
  /** The people on duty at these condominiums (CALL-2); absent from a server without this field. */
  onDuty: v.exactOptional(onDutySchema),
})

export type WallView = v.InferOutput<typeof wallView>

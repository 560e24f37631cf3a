import * as v from 'valibot'
import { activitySchema } from './answers/events.ts'
import { incidentSchema } from './answers/incidents.ts'
import { notificationSchema } from './answers/notifications.ts'
import { id } from './scalars.ts'

/** Socket messages by event name. A user gets only messages about their own condominiums. */
export const socketMessages = {
  'events:condominiums': v.array(id),
  'events:condominiums:lastActivity': activitySchema,
  'notifications:new': notificationSchema,
  /**
   * Ids of condominiums that were added, changed or deleted. If the list is empty, a change of rights changed which
   * condominiums the user may see (CON-1).
   */
  'condominiums:changed': v.array(id),
  /** The current state of incidents that began, changed or ended (INC-3). */
  'incidents:changed': v.array(incidentSchema),
  /** Optional message after each connection: the version of the server, as in `/version.json` (VER-2). */
  'server:version': v.string(),
} as const

/** The same messages in the form of Socket.IO's types. */
export type ToPanel = {
  [Event in keyof typeof socketMessages]: (message: v.InferOutput<(typeof socketMessages)[Event]>) => void
}

/** The handshake's `auth`. */
export const handshakeAuth = v.object({ token: id })

/** Messages of a refused handshake; the second is Socket.IO's own. */
export const connectErrors = {
  unauthorized: 'unauthorized',
  invalidNamespace: 'Invalid namespace',
  unavailable: 'unavailable',
} as const

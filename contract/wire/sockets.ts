import * as v from 'valibot'
import { activitySchema } from './answers/events.ts'
import { incidentSchema } from './answers/incidents.ts'
import { notificationSchema } from './answers/notifications.ts'
import { id } from './scalars.ts'

/** What a socket brings, by its event; each gets what concerns its user's condominiums alone. */
export const socketMessages = {
  'events:condominiums': v.array(id),
  'events:condominiums:lastActivity': activitySchema,
  'notifications:new': notificationSchema,
  /** How incidents stand that began, changed or ended (INC-3). */
  'incidents:changed': v.array(incidentSchema),
} as const

/** The same as Socket.IO wants it. */
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

import * as v from 'valibot'
import { type Activity, activitySchema } from './answers/events.ts'
import { type Incident, incidentSchema } from './answers/incidents.ts'
import { type Notification, notificationSchema } from './answers/notifications.ts'
import { id } from './text.ts'

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
  'events:condominiums': (condominiumIds: string[]) => void
  'events:condominiums:lastActivity': (message: Activity) => void
  'notifications:new': (message: Notification) => void
  'incidents:changed': (incidents: Incident[]) => void
}

/** The handshake's `auth`. */
export const handshakeAuth = v.object({ token: id })

/** Messages of a refused handshake; the second is Socket.IO's own. */
export const connectErrors = {
  unauthorized: 'unauthorized',
  invalidNamespace: 'Invalid namespace',
  unavailable: 'unavailable',
} as const

import { calledBy } from '../../contract/incidents/event-kinds.ts'
import { type Activity, isMovement } from '../../contract/wire/answers/events.ts'
import type { BusMessage } from '../bus/bus-message.ts'
import type { Queryable } from '../database/database.ts'
import { noteGateEvent } from '../incidents/outbox-events.ts'
import { storeEvent } from './events.ts'

type ReportedEvent = Pick<Activity, 'condominiumId' | 'wordCode' | 'ip' | 'kind' | 'description' | 'at'>

/**
 * Stores and announces an event of a device. If `rings` is true and the kind of the event calls a person, the event
 * begins an incident (EVT-1).
 */
export async function reportEvent(
  transaction: Queryable,
  announce: (message: BusMessage) => void,
  event: ReportedEvent,
  now: number,
  rings = true,
): Promise<Activity> {
  const activity = await storeEvent(transaction, event, now)
  if (isMovement(activity.kind)) announce({ kind: 'condominiums', list: [activity.condominiumId] })
  announce({ kind: 'activities', list: [activity] })
  const called = calledBy(activity)
  if (rings && called !== null) await noteGateEvent(transaction, { wordCode: event.wordCode, ...called, at: event.at })
  return activity
}

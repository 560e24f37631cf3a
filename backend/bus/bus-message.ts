import * as v from 'valibot'
import { activitySchema } from '../../contract/wire/answers/events.ts'
import { incidentSchema } from '../../contract/wire/answers/incidents.ts'
import { notificationSchema } from '../../contract/wire/answers/notifications.ts'
import { id } from '../../contract/wire/scalars.ts'

/** Message from one instance to all instances, itself included. */
export const busMessage = v.variant('kind', [
  /** Events happened at these condominiums. */
  v.object({ kind: v.literal('condominiums'), list: v.array(id) }),
  v.object({ kind: v.literal('activities'), list: v.array(activitySchema) }),
  v.object({ kind: v.literal('notifications'), list: v.array(notificationSchema) }),
  /** Current state of incidents, with their customers. */
  v.object({ kind: v.literal('incidents'), list: v.array(v.object({ customersId: id, incident: incidentSchema })) }),
  /** Ids of ended sessions. */
  v.object({ kind: v.literal('endedSessions'), list: v.array(id) }),
  /** Condominiums that were added, changed or deleted, with their customers. */
  v.object({ kind: v.literal('changedCondominiums'), list: v.array(v.object({ customersId: id, condominiumId: id })) }),
  /** Ids of customers with a new or deleted condominium. */
  v.object({ kind: v.literal('changedCustomers'), list: v.array(id) }),
  /** Ids of people with changed rights or visible condominiums, and of disabled people. */
  v.object({ kind: v.literal('changedPeople'), list: v.array(id) }),
])

export type BusMessage = v.InferOutput<typeof busMessage>

/** Serialises the message into texts of at most `largestBytes` in UTF-8; splits long lists. Throws if one item is too long. */
export function textsOf(message: BusMessage, largestBytes: number): string[] {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) <= largestBytes) return [text]
  const { kind, list } = message
  if (list.length < 2) throw new Error(`a message of kind ${kind} is too long for the bus`)
  const half = Math.ceil(list.length / 2)
  return [list.slice(0, half), list.slice(half)].flatMap((part) =>
    textsOf(v.parse(busMessage, { kind, list: part }), largestBytes),
  )
}

import * as v from 'valibot'
import { activitySchema } from '../../contract/wire/answers/events.ts'
import { incidentSchema } from '../../contract/wire/answers/incidents.ts'
import { notificationSchema } from '../../contract/wire/answers/notifications.ts'
import { id } from '../../contract/wire/scalars.ts'

/** What one instance tells all of them, itself included. */
export const busMessage = v.variant('kind', [
  /** Something happened at these condominiums. */
  v.object({ kind: v.literal('condominiums'), list: v.array(id) }),
  v.object({ kind: v.literal('activities'), list: v.array(activitySchema) }),
  v.object({ kind: v.literal('notifications'), list: v.array(notificationSchema) }),
  /** How incidents stand now, and whose they are. */
  v.object({ kind: v.literal('incidents'), list: v.array(v.object({ customersId: id, incident: incidentSchema })) }),
  /** Ids of sessions that are no more. */
  v.object({ kind: v.literal('endedSessions'), list: v.array(id) }),
  /** Ids of customers of whom a condominium came or went. */
  v.object({ kind: v.literal('changedCustomers'), list: v.array(id) }),
  /** Ids of people whose rights or sight are others now, or who are disabled. */
  v.object({ kind: v.literal('changedPeople'), list: v.array(id) }),
])

export type BusMessage = v.InferOutput<typeof busMessage>

/**
 * The message as texts of at most `largestBytes` in UTF-8: a list that is too long goes in parts, in its order.
 * Throws where one item alone is too long.
 */
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

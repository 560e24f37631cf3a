import { randomUUID } from 'node:crypto'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Database } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import type { GateEvents } from '../events/gate-events.ts'
import { type Contact, recordContacts } from './contact-records.ts'

/** Interval at which the server's own checks are stored together; no caller waits for them. */
const notedTogetherMs = 300
const mostTogether = 200

export type ContactNotes = {
  /** Stores a contact now, and makes an event if the device went down or recovered. */
  note(contact: Contact): Promise<void>
  /** Stores a contact within 300 ms, together with others; for a device with unchanged status. */
  noteSoon(contact: Contact): void
  /**
   * Changes after each contact that a caller of this server waited for, and each minute: in a list of this state `lastContactAt` is at most
   * a minute old if the servers' own checks found no change.
   */
  contactState(): string
  /** Resolves when every contact of `noteSoon` is stored. */
  settled(): Promise<void>
}

export type NoteParts = {
  database: Database
  gate: GateEvents
  /** Returns the time from a contact to the next check of the device. */
  nextCheckMs: () => number
  now: () => number
}

type Waiting = Contact & { resolve(before: Device['status'] | undefined): void; reject(error: unknown): void }

/**
 * Stores the results of contacts. Contacts that arrive during a statement go into the next statement, so that many calls or checks leave
 * database time to people (SCA-3, SCA-4).
 */
export function contactNotes({ database, gate, nextCheckMs, now }: NoteParts): ContactNotes {
  const server = randomUUID()
  let noted = 0
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  function enter(contact: Contact): Promise<Device['status'] | undefined> {
    return new Promise((resolve, reject) => waiting.push({ ...contact, resolve, reject }))
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = nextBatch()
      try {
        const before = await recordContacts(database, batch, nextCheckMs())
        for (const { device, resolve } of batch) resolve(before.get(device.wordCode))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  function nextBatch(): Waiting[] {
    const batch = new Map<string, Waiting>()
    const later: Waiting[] = []
    for (const each of waiting) {
      const { wordCode } = each.device
      if (batch.size < mostTogether && !batch.has(wordCode)) batch.set(wordCode, each)
      else later.push(each)
    }
    waiting = later
    return [...batch.values()]
  }

  async function makeEvent({ device, outcome }: Contact, before: Device['status'] | undefined): Promise<void> {
    if (typeof outcome !== 'string' && before === 'offline') await gate.makeFor(device, 'device-up')
    if (typeof outcome === 'string' && before === 'online') await gate.makeFor(device, 'device-down')
  }

  return {
    async note(contact) {
      const entered = enter(contact)
      write()
      // Optional: the contact itself is stored, and with little free space no events are (OPS-4).
      await makeEvent(contact, await entered).catch(passOverUnavailable)
      noted += 1
    },
    noteSoon(contact) {
      enter(contact)
        .then((before) => makeEvent(contact, before))
        .catch(passOverUnavailable)
        .catch((error: unknown) => console.error('the check of a device could not be stored', error))
      timer ??= setTimeout(write, notedTogetherMs)
    },
    contactState: () => `${server} ${noted} ${Math.floor(now() / 60_000)}`,
    settled: () => write(),
  }
}

import { randomUUID } from 'node:crypto'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Database } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import type { GateEvents } from '../events/gate-events.ts'
import { type Contact, recordContacts } from './contact-records.ts'

/** The server's own checks are noted together this often; nobody waits for them. */
const notedTogetherMs = 300
const mostTogether = 200

export type ContactNotes = {
  /** Notes a contact now, and tells an event when the device went down or came back. */
  note(contact: Contact): Promise<void>
  /** Notes it within 300 ms, with others: of a device that is as it was. */
  noteSoon(contact: Contact): void
  /**
   * Another one after each contact that somebody waited for at this server, and each minute: a list of this state has no older
   * `lastContactAt` than a minute, where the servers' own checks found all as it was.
   */
  contactState(): string
  /** Resolves once what `noteSoon` was given is noted. */
  settled(): Promise<void>
}

export type NoteParts = {
  database: Database
  gate: GateEvents
  /** How long after a contact a device is checked again. */
  nextCheckMs: () => number
  now: () => number
}

type Waiting = Contact & { resolve(before: Device['status'] | undefined): void; reject(error: unknown): void }

/**
 * Writes down how contacts went: what comes while a statement is under way goes with the next one, so that a crowd of calls or a
 * hundred checks leave the database to people (SCA-3, SCA-4).
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

  /** One contact of each device; another one of the same goes after it. */
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

  async function tell({ device, outcome }: Contact, before: Device['status'] | undefined): Promise<void> {
    if (typeof outcome !== 'string' && before === 'offline') await gate.tell(device, 'device-up')
    if (typeof outcome === 'string' && before === 'online') await gate.tell(device, 'device-down')
  }

  return {
    async note(contact) {
      const entered = enter(contact)
      write()
      await tell(contact, await entered)
      noted += 1
    },
    noteSoon(contact) {
      enter(contact)
        .then((before) => tell(contact, before))
        .catch(passOverUnavailable)
        .catch((error: unknown) => console.error('a check of a device was not noted', error))
      timer ??= setTimeout(write, notedTogetherMs)
    },
    contactState: () => `${server} ${noted} ${Math.floor(now() / 60_000)}`,
    settled: () => write(),
  }
}

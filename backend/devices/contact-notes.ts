import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { GateEvents } from '../events/gate-events.ts'
import { type Contact, recordContacts } from './contact-records.ts'

/** The server's own checks are noted together this often; nobody waits for them. */
const notedTogetherMs = 300

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

/** Writes down how contacts went: a hundred checks are one statement, so that they leave the database to people (SCA-3). */
export function contactNotes({ database, gate, nextCheckMs, now }: NoteParts): ContactNotes {
  const waiting = new Map<string, Contact>()
  const server = randomUUID()
  let noted = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(contacts: Contact[]): Promise<void> {
    if (contacts.length === 0) return
    const before = await recordContacts(database, contacts, nextCheckMs())
    for (const { device, outcome } of contacts) {
      const was = before.get(device.wordCode)
      if (typeof outcome !== 'string' && was === 'offline') await gate.tell(device, 'device-up')
      if (typeof outcome === 'string' && was === 'online') await gate.tell(device, 'device-down')
    }
  }

  function writeWaiting(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const contacts = [...waiting.values()]
    waiting.clear()
    writing = writing
      .then(() => write(contacts))
      .catch((error: unknown) => console.error('checks of devices were not noted', error))
    return writing
  }

  return {
    async note(contact) {
      await write([contact])
      noted += 1
    },
    noteSoon(contact) {
      waiting.set(contact.device.wordCode, contact)
      timer ??= setTimeout(writeWaiting, notedTogetherMs)
    },
    contactState: () => `${server} ${noted} ${Math.floor(now() / 60_000)}`,
    settled: () => writeWaiting(),
  }
}

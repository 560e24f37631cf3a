import { createHash, createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { isSameSecret } from '../http/same-secret.ts'

const macDigits = 64

/** Separates the messages of one installation from the messages of other installations on the same transport. */
export type BusKey = {
  channel: string
  /** Returns the HMAC-SHA-256 of the text, followed by the text. */
  signed(text: string): string
  /** Returns the text of a message with a valid HMAC, else undefined. */
  opened(message: string): string | undefined
}

const keyRow = v.object({ installation: v.string(), secret: v.string(), copy: v.string() })

/**
 * Returns the key of this installation; the first call creates the key. Channel and key also depend on the identity of the database: a copy
 * of the database on another server, or under another name, has a different channel and key (SCA-2).
 */
export async function busKey(database: Queryable): Promise<BusKey> {
  await database.execute(
    `insert into bus_key (installation, secret)
     values (gen_random_uuid()::text, gen_random_uuid()::text || gen_random_uuid()::text) on conflict do nothing`,
  )
  const [row] = await database.query(
    `select installation, secret, concat_ws(' ', system_identifier, pg_database.oid) as copy
     from bus_key, pg_control_system(), pg_database where datname = current_database()`,
    [],
    keyRow,
  )
  if (row === undefined) throw new Error('the installation has no key for its bus')
  const channel = `guarita:${createHash('sha256').update(`${row.installation} ${row.copy}`).digest('hex').slice(0, 32)}`
  const macOf = (text: string) => createHmac('sha256', row.secret).update(`${channel} ${text}`).digest('hex')
  return {
    channel,
    signed: (text) => macOf(text) + text,
    opened(message) {
      const text = message.slice(macDigits)
      return isSameSecret(message.slice(0, macDigits), macOf(text)) ? text : undefined
    },
  }
}

import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { hasRow } from '../database/row-values.ts'
import { appendFacts } from '../evidence/append.ts'
import { theServer } from '../evidence/fact.ts'
import { Refusal } from '../http/refusal.ts'
import { stateOps } from './device-command-queue.ts'
import type { DeviceCommands } from './device-commands.ts'
import type { DeviceContacts } from './device-contacts.ts'
import { deviceFact } from './device-fact.ts'
import { type DeviceOp, deviceOps } from './device-protocol.ts'
import { deviceColumns, deviceRow, holdDevice, setActive } from './devices.ts'

const atOnce = 64
/** A question to the device that has no answer after this time was lost with its instance. */
const askedForMs = 60_000

type UnansweredParts = { database: Database; contacts: DeviceContacts; commands: DeviceCommands; now: () => number }

const unknownRow = v.object({
  ...deviceRow.entries,
  number: v.pipe(v.string(), v.toNumber()),
  op: v.picklist(deviceOps),
  key: v.nullable(v.string()),
  customersId: v.string(),
})
type Unknown = v.InferOutput<typeof unknownRow>

/**
 * Settles commands of which nobody knows whether the device executed them: asks the device for its state, stores and records it. A command
 * is asked about once at first, and again when the device is online.
 */
export async function settleUnanswered(parts: UnansweredParts): Promise<void> {
  await parts.commands.abandonDead()
  const unknown = await claimUnknown(parts)
  await Promise.all(unknown.map((command) => ask(parts, command)))
}

/** Claims unknown commands for this instance. */
function claimUnknown({ database, now }: UnansweredParts): Promise<Unknown[]> {
  return database.query(
    `update device_commands set asked_at = $1 from devices join condominiums on condominiums.id = devices.condominium_id
     where devices.word_code = device_commands.word_code and device_commands.number in (
       select number from device_commands join devices using (word_code)
       where state = 'unknown' and (asked_at is null or (asked_at < $2 and status = 'online'))
       order by number limit ${atOnce} for update of device_commands skip locked)
     returning device_commands.number::text, op, call_key as key, customers_id as "customersId", ${deviceColumns}`,
    [new Date(now()), new Date(now() - askedForMs)],
    unknownRow,
  )
}

async function ask({ database, contacts, now }: UnansweredParts, command: Unknown): Promise<void> {
  const { number, op, key, customersId, ...device } = command
  const reply = await contacts
    .ask(device, { op: 'status', key: op === 'open' ? (key ?? undefined) : undefined }, { by: 'check' })
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  if (reply === undefined) return
  const { active, acted } = reply
  await database.transaction(async (transaction) => {
    if ((await holdDevice(transaction, device.wordCode)) === undefined) return
    const settle = "update device_commands set state = 'known' where number = $1 and state = 'unknown'"
    if ((await transaction.execute(settle, [number])) === 0) return
    const newer = 'select from device_commands where word_code = $1 and number > $2 and op = any($3::text[]) limit 1'
    if (active !== undefined && !(await hasRow(transaction, newer, [device.wordCode, number, stateOps])))
      await setActive(transaction, device.wordCode, active, { at: new Date(now()), by: null, key: key ?? undefined })
    const change = { customersId, actor: theServer, key: key ?? undefined }
    const fact = deviceFact('command.checked', change, device, now(), {
      op,
      number,
      active: activeOf(op, active),
      acted,
    })
    await appendFacts(transaction, customersId, fact)
  })
}

/** The state of the device says nothing about another command than switching. */
function activeOf(op: DeviceOp, active: boolean | undefined): boolean | undefined {
  return stateOps.includes(op) ? active : undefined
}

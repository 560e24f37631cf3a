import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { bounds } from '../bounds.ts'
import type { Database, Queryable } from '../database/database.ts'
import { hasRow, valuesOf } from '../database/row-values.ts'
import { appendFacts } from '../evidence/append.ts'
import { type Fact, theServer } from '../evidence/fact.ts'
import { Refusal } from '../http/refusal.ts'
import { serverBusy } from './device-contacts.ts'
import { deviceFact } from './device-fact.ts'
import { pastDeadline, requireOpenable } from './device-openings.ts'
import { type DeviceOp, deviceOps } from './device-protocol.ts'
import { noteUnanswered } from './device-timeline.ts'
import { holdDevice } from './devices.ts'

const lookEveryMs = 100
const mostOpen = bounds.deviceCommands.most.count
/** Operations that set the state of a device: the newest command with one of them decides. */
export const stateOps: readonly DeviceOp[] = ['activate', 'deactivate']

export type QueueParts = {
  database: Database
  now: () => number
  /** Time without a sign of life after which commands of another instance count as dead. */
  leaseMs: number
  /** Longest wait for earlier commands of the device. */
  waitMs: number
}

type QueuedCommand = { number: number; wordCode: string; op: DeviceOp }

export type CommandQueue = ReturnType<typeof deviceCommandQueue>

const number = v.pipe(v.string(), v.toNumber())
const acceptedRow = v.object({ number, isSent: v.boolean() })
const deadRow = v.object({
  number,
  condominiumId: v.string(),
  customersId: v.string(),
  op: v.picklist(deviceOps),
  key: v.nullable(v.string()),
  wasSent: v.boolean(),
})

/** Numbers the commands to devices, and lets those of one device run one after another, over all instances. */
export function deviceCommandQueue({ database, now, leaseMs, waitMs }: QueueParts) {
  const instance = randomUUID()
  const running = new Set<number>()
  // The database's clock is the same for all instances.
  const leaseEnd = `clock_timestamp() + interval '${leaseMs} milliseconds'`
  /** Condition on an open command; `$1` and `$2` are `own()`. */
  const isAlive =
    '(device_commands.number::text = any($2::text[]) or (claimed_by <> $1 and claimed_until > clock_timestamp()))'
  const own = () => [instance, [...running].map(String)]

  /** Numbers the command. The lock on the device makes the order of numbers the order of commands. */
  async function accept(transaction: Queryable, wordCode: string, op: DeviceOp, key: string | undefined) {
    await hold(transaction, wordCode, op)
    if (key !== undefined && stateOps.includes(op) && (await isOutdated(transaction, wordCode, op, key)))
      throw outdated(wordCode)
    const [accepted] = await transaction.query(
      `insert into device_commands (word_code, op, call_key, received_at, sent_at, claimed_by, claimed_until)
       select $3, $4, $5, $6, case when count(*) = 0 then $6::timestamptz end, $1, ${leaseEnd}
       from (select ${isAlive} as is_alive from device_commands where word_code = $3 and state = 'open') as earlier
       having count(*) filter (where is_alive) < ${mostOpen}
       returning number::text, sent_at is not null as "isSent"`,
      [...own(), wordCode, op, key ?? null, new Date(now())],
      acceptedRow,
    )
    if (accepted === undefined) throw serverBusy('notAsked', wordCode)
    running.add(accepted.number)
    return accepted
  }

  /** Waits until no earlier command of the device runs; `latest`: the deadline, in `performance.now()` time. */
  async function takeTurn(command: QueuedCommand, latest: number): Promise<void> {
    const until = Math.min(performance.now() + waitMs, latest)
    while (!(await database.transaction((transaction) => startSending(transaction, command)))) {
      const time = performance.now()
      if (time > until) throw time > latest ? pastDeadline() : serverBusy('notAsked', command.wordCode)
      await wait(lookEveryMs)
    }
  }

  async function startSending(transaction: Queryable, { number, wordCode, op }: QueuedCommand): Promise<boolean> {
    await hold(transaction, wordCode, op)
    const earlier = `select from device_commands where word_code = $3 and number < $4 and state = 'open' and ${isAlive} limit 1`
    if (await hasRow(transaction, earlier, [...own(), wordCode, number])) return false
    const send = "update device_commands set sent_at = $2 where number = $1 and state = 'open'"
    if ((await transaction.execute(send, [number, new Date(now())])) === 0) throw serverBusy('notAsked', wordCode)
    await abandon(transaction, wordCode, number)
    return true
  }

  /** Does the work, and extends the lease of the command meanwhile. */
  async function whileHeld<Result>(number: number, work: () => Promise<Result>): Promise<Result> {
    if (leaseMs === 0) return work()
    const extend = `update device_commands set claimed_until = ${leaseEnd} where number = $1 and state = 'open'`
    const beat = setInterval(() => {
      database.execute(extend, [number]).catch(() => {})
    }, leaseMs / 3)
    try {
      return await work()
    } finally {
      clearInterval(beat)
    }
  }

  /** Ends dead commands of a device, only those before the command `before` if it is given. */
  async function abandon(transaction: Queryable, wordCode: string, before: number | null): Promise<void> {
    const dead = await transaction.query(
      `update device_commands set state = case when sent_at is null then 'refused' else 'unknown' end
       from devices join condominiums on condominiums.id = devices.condominium_id
       where devices.word_code = $3 and device_commands.word_code = $3 and ($4::bigint is null or device_commands.number < $4::bigint)
         and device_commands.state = 'open' and not ${isAlive}
       returning device_commands.number::text, condominium_id as "condominiumId", customers_id as "customersId", op, call_key as key,
         sent_at is not null as "wasSent"`,
      [...own(), wordCode, before],
      deadRow,
    )
    for (const { number, customersId, condominiumId, op, key, wasSent } of dead.toSorted(
      (a, b) => a.number - b.number,
    )) {
      const change = { customersId, actor: theServer, key: key ?? undefined }
      const fact = (kind: 'command.unknown' | 'command.answered', data: Fact['data']) =>
        deviceFact(kind, change, { wordCode, condominiumId }, now(), { op, number, ...data })
      if (wasSent) await noteUnanswered(transaction, wordCode, op, new Date(now()))
      const outcome = op === 'open' ? 'unsent' : undefined
      const notSent = { ok: false, status: 503, message: neverSent, unasked: 'notAsked', outcome }
      await appendFacts(
        transaction,
        customersId,
        wasSent ? fact('command.unknown', {}) : fact('command.answered', notSent),
      )
    }
  }

  return {
    accept,
    takeTurn,
    whileHeld,
    endCommand,

    /** The command of this instance has ended: without a stored end, it counts as dead. */
    leave(number: number): void {
      running.delete(number)
    },

    /** Resolves to whether a command of the device runs or waits at any living instance. */
    isBusy(wordCode: string): Promise<boolean> {
      const open = `select from device_commands where word_code = $3 and state = 'open' and ${isAlive} limit 1`
      return hasRow(database, open, [...own(), wordCode])
    },

    /** Ends commands whose server died, or could not store their answer, and records what is known of them. */
    async abandonDead(): Promise<void> {
      const dead = `select distinct word_code from device_commands where state = 'open' and not ${isAlive}`
      for (const wordCode of await valuesOf(database, dead, own(), v.string()))
        await database.transaction(async (transaction) => {
          if ((await holdDevice(transaction, wordCode)) !== undefined) await abandon(transaction, wordCode, null)
        })
    },
  }
}

/** Locks the device. Throws 404 if the device was deleted, 409 for an opening if the device was deactivated meanwhile (OPEN-1). */
async function hold(transaction: Queryable, wordCode: string, op: DeviceOp): Promise<void> {
  const device = await holdDevice(transaction, wordCode)
  if (device === undefined) throw new Refusal(404)
  if (op === 'open') requireOpenable(device)
}

/**
 * Ends an open command; if it succeeded, also the earlier commands with an unknown outcome. Returns false if a newer
 * command has taken the turn, or the device was deleted: then the command may store nothing.
 */
async function endCommand(
  transaction: Queryable,
  number: number,
  wordCode: string,
  state: 'done' | 'refused' | 'unknown',
): Promise<boolean> {
  if ((await holdDevice(transaction, wordCode)) === undefined) return false
  const ended = await valuesOf(
    transaction,
    "update device_commands set state = $2 where number = $1 and state = 'open' returning op",
    [number, state],
    v.picklist(deviceOps),
  )
  const [op] = ended
  if (op === undefined) return false
  // Only the device knows whether an earlier opening has opened the gate.
  if (state === 'done' && op !== 'open')
    await transaction.execute(
      `update device_commands set state = 'known'
       where word_code = $1 and number < $2 and state = 'unknown' and op = any($3::text[])`,
      [wordCode, number, stateOps.includes(op) ? stateOps : [op]],
    )
  return true
}

/** The device executes a key once, so a repeated command that is older than another one would get a success without an effect. */
function isOutdated(transaction: Queryable, wordCode: string, op: DeviceOp, key: string): Promise<boolean> {
  return hasRow(
    transaction,
    `select from device_commands where word_code = $1 and op = any($4::text[]) and state <> 'refused'
       and (op, coalesce(call_key, '')) <> ($2, $3)
       and number > (select min(number) from device_commands where word_code = $1 and op = $2 and call_key = $3) limit 1`,
    [wordCode, op, key, stateOps],
  )
}

const neverSent = 'O servidor parou antes de enviar o pedido ao dispositivo.'

function outdated(wordCode: string): Refusal {
  const message = `Um comando mais novo já foi enviado ao dispositivo ${wordCode}, e este não vale mais. Confira o estado do dispositivo.`
  return new Refusal(409, { message })
}

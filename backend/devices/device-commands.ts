import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Queryable } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { appendFacts } from '../evidence/append.ts'
import type { Fact } from '../evidence/fact.ts'
import { asRefusal } from '../http/error-answers.ts'
import { Refusal } from '../http/refusal.ts'
import { type CommandQueue, deviceCommandQueue, type QueueParts } from './device-command-queue.ts'
import { type DeviceContacts, serverBusy } from './device-contacts.ts'
import { type DeviceChange, deviceFact } from './device-fact.ts'
import { outcomeOf, pastDeadline } from './device-openings.ts'
import type { DeviceOp } from './device-protocol.ts'
import type { DeviceAsk } from './device-talk.ts'
import { noteUnanswered } from './device-timeline.ts'

/** Records of a command's effects, and the result of the command. */
type Done<Result> = { facts?: readonly Fact[]; result: Result }
/** Effects of a command, in the transaction that records the device's answer. */
type Effects<Result> = (transaction: Queryable) => Promise<Done<Result>>

const overtaken = Symbol('overtaken')
const noEffect: Done<typeof overtaken> = { result: overtaken }

type CommandOp = Exclude<DeviceOp, 'open'>

/** `until`: the deadline, in `performance.now()` time; `data`: additional fields of the command's record. */
export type Opening = { key: string; until: number; data: Fact['data'] }

export type DeviceCommands = Pick<CommandQueue, 'isBusy' | 'abandonDead'> & {
  /**
   * Sends a command to a device when no earlier command of the device runs at any instance, and records it (EVI-1): before it is sent, so
   * that a crash hides no command, and with its answer, in one transaction with its effects. If the record fails, the command is not sent.
   * A command that a newer one has overtaken stores no effect and rejects with 503. A repeated command that is older than another one
   * rejects with 409.
   */
  run<Result>(change: DeviceChange, device: Device, op: CommandOp, effects: Effects<Result>): Promise<Result>
  /**
   * Runs an opening like `run`, but waits for earlier commands only until the deadline, and sends nothing after the
   * deadline (OPEN-1).
   */
  open<Result>(change: DeviceChange, device: Device, opening: Opening, effects: Effects<Result>): Promise<Result>
}

export type CommandParts = QueueParts & { contacts: DeviceContacts }

/** Sends commands to devices in the order of the queue, and records them. */
export function deviceCommands({ contacts, ...parts }: CommandParts): DeviceCommands {
  const { database, now } = parts
  const queue = deviceCommandQueue(parts)

  async function command<Result>(
    change: DeviceChange,
    device: Device,
    ask: DeviceAsk,
    effects: Effects<Result>,
    data: Fact['data'] = {},
  ): Promise<Result> {
    const { op } = ask
    const { wordCode } = device
    const until = ask.op === 'open' ? ask.until : Number.POSITIVE_INFINITY
    const begun = performance.now()
    const { number, isSent } = await database.transaction(async (transaction) => {
      const accepted = await queue.accept(transaction, wordCode, op, ask.key)
      const to = `${device.ip}:${device.port}`
      const received = { op, number: accepted.number, to, ...data }
      await appendFacts(
        transaction,
        change.customersId,
        deviceFact('command.received', change, device, now(), received),
      )
      return accepted
    })
    const answered = (end: Fact['data']) =>
      deviceFact('command.answered', change, device, now(), {
        op,
        number,
        ...end,
        durationMs: Math.round(performance.now() - begun),
      })
    try {
      const latencyMs = await queue
        .whileHeld(number, async () => {
          if (!isSent) await queue.takeTurn({ number, wordCode, op }, until)
          if (performance.now() > until) throw pastDeadline()
          return (await contacts.ask(device, ask)).latencyMs
        })
        .catch(async (error: unknown) => {
          const refusal = asRefusal(error)
          const { status, message, deviceCause, unasked } = refusal
          const outcome = op === 'open' ? outcomeOf(refusal) : undefined
          const fact = answered({ ok: false, status, message, cause: deviceCause, unasked, outcome })
          await database
            .transaction(async (transaction) => {
              const state = mayHaveActed(error) ? 'unknown' : 'refused'
              if ((await queue.endCommand(transaction, number, wordCode, state)) && state === 'unknown')
                await noteUnanswered(transaction, wordCode, op, new Date(now()))
              await appendFacts(transaction, change.customersId, fact)
            })
            .catch(passOverUnavailable)
          throw error
        })
      const result = await database.transaction(async (transaction) => {
        const isLast = await queue.endCommand(transaction, number, wordCode, 'done')
        const done = isLast ? await effects(transaction) : noEffect
        const fact = answered({ ok: true, latencyMs, ...(!isLast && { overtaken: true }) })
        await appendFacts(transaction, change.customersId, fact, ...(done.facts ?? []))
        return done.result
      })
      if (result === overtaken) throw serverBusy('notHeard', wordCode)
      return result
    } finally {
      queue.leave(number)
    }
  }

  return {
    isBusy: queue.isBusy,
    abandonDead: queue.abandonDead,
    run: (change, device, op, effects) => command(change, device, { op, key: change.key }, effects),
    open: (change, device, { data, ...opening }, effects) =>
      command(change, device, { op: 'open', ...opening }, effects, data),
  }
}

/** False if the device certainly did not execute the command. */
function mayHaveActed(error: unknown): boolean {
  if (!(error instanceof Refusal)) return true
  const { status, unasked, deviceCause } = error
  return status >= 500 && unasked !== 'notAsked' && deviceCause !== 'refused' && deviceCause !== 'declined'
}

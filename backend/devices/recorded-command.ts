import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Queryable, Session } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { appendFacts } from '../evidence/append.ts'
import type { Actor, Fact, FactKind } from '../evidence/fact.ts'
import { asRefusal } from '../http/error-answers.ts'
import type { DeviceOp } from './device-protocol.ts'

/** Customer and person of a change, and the call's `Idempotency-Key`. */
export type DeviceChange = { customersId: string; actor: Actor; key?: string | undefined }

export function deviceFact(
  kind: FactKind,
  { actor, key }: DeviceChange,
  { wordCode, condominiumId }: { wordCode: string; condominiumId: string },
  at: number,
  data: Fact['data'] = {},
): Fact {
  return { kind, at, actor, subject: { device: wordCode, condominium: condominiumId }, data, key }
}

/**
 * Sends a command to a device and records it (EVI-1): before it is sent, so that a crash hides no command, and with its answer, in one
 * transaction with its effects (`done`). If the record fails, the command is not sent.
 */
export async function recordedCommand(
  { database, now }: { database: Session; now: () => number },
  change: DeviceChange,
  device: Device,
  op: DeviceOp,
  ask: () => Promise<{ latencyMs: number }>,
  done: (transaction: Queryable) => Promise<void> = async () => {},
): Promise<void> {
  const startedAt = now()
  const begun = performance.now()
  await database.transaction((transaction) =>
    appendFacts(
      transaction,
      change.customersId,
      deviceFact('command.received', change, device, startedAt, { op, to: `${device.ip}:${device.port}` }),
    ),
  )
  const answered = (data: Fact['data']) => deviceFact('command.answered', change, device, now(), { op, ...data })
  const took = () => ({ durationMs: Math.round(performance.now() - begun) })
  let latencyMs: number
  try {
    latencyMs = (await ask()).latencyMs
  } catch (error) {
    const { status, message, deviceCause, unasked } = asRefusal(error)
    const answer = answered({ ok: false, status, message, cause: deviceCause, unasked, ...took() })
    await database
      .transaction((transaction) => appendFacts(transaction, change.customersId, answer))
      .catch(passOverUnavailable)
    throw error
  }
  await database.transaction(async (transaction) => {
    await done(transaction)
    await appendFacts(transaction, change.customersId, answered({ ok: true, latencyMs, ...took() }))
  })
}

import { networkOperation } from '../../contract/devices/retry-policies.ts'
import { deviceRoutes } from '../../contract/wire/routes/devices.ts'
import { moveEntry, refusalsEntry } from '../../src/machines/devices/audit-entries.ts'
import {
  CircuitOpenError,
  type DeviceCallError,
  DeviceRejectedError,
  DeviceSessionError,
  DeviceUnsentError,
} from '../../src/machines/devices/calls/device-errors.ts'
import { deviceDeleteMachine } from '../../src/machines/devices/commands/device-delete.machine.ts'
import type { AuditEntry } from '../../src/services/audit/audit-entry.ts'
import { type DeviceAnswer, deviceAnswer, lateAnswer } from '../../src/services/devices/device-answer.ts'
import { createDeviceCall } from '../../src/services/devices/device-control-api.ts'
import type { CallResult } from '../../src/services/http/call-result.ts'
import type { HttpClient } from '../../src/services/http/http-client.ts'
import { outcomeText } from '../../src/ui/devices/commands/operation-texts.ts'
import { DeviceWorld, portaria } from '../machines/devices/device-world.ts'
import { epoch, runUnderRecorder, settle } from '../models/parts/production-actor.ts'
import { StandIns } from '../models/parts/stand-ins.ts'

export const outcomes = [
  'timeout',
  'noResponse',
  200,
  201,
  202,
  204,
  400,
  401,
  403,
  404,
  'notGone',
  408,
  409,
  412,
  422,
  429,
  500,
  502,
  503,
  'notAsked',
  'notHeard',
  504,
] as const
export type Outcome = (typeof outcomes)[number]

const log = { warn() {}, info() {} }

/** Classifies an outcome of the device-control service with the panel's own code. */
export function answerFor(outcome: Outcome): DeviceAnswer<unknown> {
  if (outcome === 'timeout') return lateAnswer()
  return deviceAnswer(resultFor(outcome), () => 0)
}

function resultFor(outcome: Exclude<Outcome, 'timeout'>): CallResult {
  if (outcome === 401) return undefined
  if (outcome === 200 || outcome === 201 || outcome === 202 || outcome === 204)
    return { ok: true, data: null, headers: new Headers() }
  if (outcome === 'notGone') return { ok: false, error: true, status: 404, data: { gone: false } }
  if (outcome === 'noResponse') return { ok: false, error: true, status: null, data: '' }
  if (outcome === 'notAsked' || outcome === 'notHeard')
    return { ok: false, error: true, status: 503, data: { [outcome]: true } }
  return { ok: false, error: true, status: outcome, data: null }
}

/** Calls without a wordCode: the panel sends no request (spec §5). */
export type LocalRefusal = 'noWordCode' | 'noWordCodeToDelete'

export interface ErrorFact {
  outcome: Outcome | 'refused' | 'unsent' | LocalRefusal
  /** Class of the error; null if the caller gets only a text. */
  name: string | null
  message: string
  /** Sentence that the page shows for the error; null if the page shows another one. */
  said: string | null
  fields: readonly string[]
}

/** Lists the errors that a caller can get, each from a real call. */
export async function errorFacts(): Promise<ErrorFact[]> {
  const facts: ErrorFact[] = []
  for (const outcome of ['timeout', 'noResponse', 503, 'notAsked', 'notHeard', 422, 401] as const) {
    const world = new DeviceWorld()
    const call = world.call(portaria)
    const answer = answerFor(outcome)
    if (answer.kind === 'answered') throw new Error('no error')
    while (call.isAwaited) {
      call.answer(answer)
      await world.advance(networkOperation.maxMs)
    }
    facts.push(factOf(outcome, call.error))
  }
  const world = new DeviceWorld()
  await world.fail(5)
  const refused = world.call()
  await settle()
  return [
    factOf('refused', refused.error),
    ...facts,
    await withoutNetwork(),
    await withoutWordCode(),
    await deletionWithoutWordCode(),
  ]
}

async function withoutNetwork(): Promise<ErrorFact> {
  const unsent: CallResult = { ok: false, error: true, status: null, data: '', isUnsent: true }
  const error = await new DeviceWorld().calls
    .call(portaria, async () => deviceAnswer(unsent, () => 0))
    .catch((reason: unknown) => reason)
  return factOf('unsent', error)
}

async function withoutWordCode(): Promise<ErrorFact> {
  const http: HttpClient = { call: () => Promise.reject(new Error('nothing is to be sent')) }
  const callDevice = createDeviceCall(http, log)
  const world = new DeviceWorld()
  const error = await world.calls
    .call({ ...portaria, wordCode: '' }, () => callDevice(deviceRoutes.device, { params: { wordCode: '' } }))
    .catch((reason: unknown) => reason)
  return { ...factOf('noWordCode', error), said: null }
}

async function deletionWithoutWordCode(): Promise<ErrorFact> {
  const run = runUnderRecorder(deviceDeleteMachine.provide({}), {
    input: { target: { ...portaria, wordCode: '' }, userId: 'u1', reason: '' },
  })
  await settle()
  const { value, context } = run.snapshot()
  run.stop()
  if (value !== 'rejected') throw new Error('a deletion without a wordCode is to be rejected')
  return { outcome: 'noWordCodeToDelete', name: null, message: context.message, said: null, fields: [] }
}

function factOf(outcome: ErrorFact['outcome'], error: unknown): ErrorFact {
  const { name, message } = error as DeviceCallError
  const fields = Object.keys(error as object).filter((field) => field !== 'name')
  return { outcome, name, message, said: saidOf(error), fields }
}

function saidOf(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof DeviceSessionError) return null
  const answered = error instanceof DeviceRejectedError ? 'rejected' : 'failed'
  const phase = error instanceof CircuitOpenError || error instanceof DeviceUnsentError ? 'refused' : answered
  return outcomeText({ kind: 'test', active: false, phase, error }, 0).replace(/\d\d:\d\d:\d\d/g, 'HH:MM:SS')
}

/** Creates one audit entry of each kind with the machines that report the entries. */
export async function auditExamples(): Promise<AuditEntry[]> {
  const world = new DeviceWorld()
  await world.fail(5)
  for (let call = 0; call < 2; call++) world.call()
  await settle()
  world.calls.circuits.reset(portaria, 'Cabo trocado')
  const isolation = { until: epoch + 60 * 60_000, by: 'Ana', reason: 'Manutenção do portão' }
  world.calls.circuits.isolate(portaria, isolation)
  const [opened, reset, isolated] = world.moves
  const { entries } = await deletion(504)
  const step = entries.find(({ kind }) => kind === 'delete-step')
  const command = entries.findLast(({ kind }) => kind === 'command')
  if (
    opened === undefined ||
    reset === undefined ||
    isolated === undefined ||
    step === undefined ||
    command === undefined
  )
    throw new Error('nothing was reported')
  return [moveEntry(opened), refusalsEntry(reset), moveEntry(reset), moveEntry(isolated), step, command]
}

const ways = ['deleteFromDevice', 'deleteFromPool', 'deleteFromDatabase'] as const

export interface DeletionStep {
  way: (typeof ways)[number]
  atMs: number
}

/** Deletes a device; the service answers every request with `outcome`. */
export async function deletion(
  outcome: Outcome,
): Promise<{ steps: DeletionStep[]; end: string; entries: AuditEntry[] }> {
  const standIns = new StandIns()
  const run = runUnderRecorder(
    deviceDeleteMachine.provide({
      actors: {
        deleteFromDevice: standIns.promise('deleteFromDevice'),
        deleteFromPool: standIns.promise('deleteFromPool'),
        deleteFromDatabase: standIns.promise('deleteFromDatabase'),
      },
      actions: { logFailure: standIns.effect('logFailure') },
    }),
    { standIns, input: { target: portaria, userId: 'u1', reason: 'Leitor trocado' } },
  )
  const steps: DeletionStep[] = []
  while (run.snapshot().hasTag('busy')) {
    const way = ways.find((each) => standIns.open.includes(each))
    if (way === undefined) await run.advance(100)
    else {
      steps.push({ way, atMs: run.elapsed() })
      standIns.resolve(way, answerFor(outcome))
      await settle()
    }
  }
  const end = String(run.snapshot().value)
  const noted = run.journal.flatMap((line) => {
    const payload = /^reports audit\.noted (.*)$/.exec(line)?.[1]
    return payload === undefined ? [] : [(JSON.parse(payload) as { entry: AuditEntry }).entry]
  })
  run.stop()
  return { steps, end, entries: noted }
}

import { fromCallback } from 'xstate'
import { networkOperation, singleAttempt } from '../../../../contract/devices/retry-policies.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { mostCondominiumIds } from '../../../../contract/wire/answers/session.ts'
import { deviceRoutes } from '../../../../contract/wire/routes/devices.ts'
import { healthRoutes } from '../../../../contract/wire/routes/health.ts'
import { breakerMachine } from '../../../machines/breaker/breaker.machine.ts'
import { endedIsolationEntry, refusalsEntry } from '../../../machines/devices/audit-entries.ts'
import { deviceCommandsMachine } from '../../../machines/devices/commands/device-commands.machine.ts'
import { deviceOperationMachine } from '../../../machines/devices/device-operation.machine.ts'
import type {
  DeviceOperation,
  OperationEvent,
  OperationInput,
} from '../../../machines/devices/device-operation-protocol.ts'
import { type DeviceToolsOrder, devicesMachine } from '../../../machines/devices/devices.machine.ts'
import { retryMachine } from '../../../machines/retry/retry.machine.ts'
import { createBreakerMemory } from '../../../services/breaker/breaker-memory.ts'
import { createIsolationMemory } from '../../../services/breaker/isolation-memory.ts'
import type { DeviceAnswer } from '../../../services/devices/device-answer.ts'
import { createDeviceCall, type DeviceCall } from '../../../services/devices/device-control-api.ts'
import { dataOf } from '../../../services/http/call-result.ts'
import { type ContractCall, createCall } from '../../../services/http/contract-call.ts'
import { type Service, watchAnswers } from '../../../services/http/service-answers.ts'
import { hasNetwork } from '../../../services/page/page-signals.ts'
import { watchPageTurns } from '../../../services/page/page-turns.ts'
import { randomId } from '../../../services/page/random-id.ts'
import { watchSessionEnd } from '../../../services/session/session-end.ts'
import { readUserRecord } from '../../../services/session/user-record.ts'
import { lateCode } from '../../../ui/parts/loading/late-code.ts'
import { deviceTrials } from '../../children/device-trials.ts'
import { lateChart } from '../../late-chart.ts'
import { logTo } from '../../neighbours.ts'
import type { SignedInNeighbours } from '../page/last-known.ts'
import { commitAfterEnd } from './audit.ts'

const lateDeletion = lateCode(() => import('../../children/device-deletion.ts'))
const lateTools = lateCode(() => import('../../children/device-tools.ts'))
const lateForm = lateCode(() => import('../../children/device-form.ts'))

/** Fetch the charts of a deletion and of a form. The pages of a device and of its form fetch them ahead. */
export const importDeviceDeletion = lateDeletion.load
export const importDeviceForm = lateForm.load

/** An answer of any of them proves that the page stays open. */
const services: readonly Service[] = ['server', 'deviceService', 'health']

/** Provides the supervisor of breakers, retries and checks with the real services (DEV, CB, RET, LIVE). */
export function devices({ log, localData, deviceHttp, healthHttp, calls: answers, now, leaving }: SignedInNeighbours) {
  const memory = createBreakerMemory(log, window)
  const isolations = () => createIsolationMemory(localData, log, readUserRecord(localData, log)?.user.customersId ?? '')
  const maySee = (condominiumId: string) => {
    const listed = readUserRecord(localData, log)?.user.condominiumsId ?? []
    return listed.length === 0 || listed.length >= mostCondominiumIds || listed.includes(condominiumId)
  }
  const callDevice = createDeviceCall(deviceHttp, log, { now })
  const callHealth = createCall(healthHttp, log)
  const breaker = breakerMachine.provide({
    actions: {
      remember: ({ context: { circuitEpoch: _, ...circuit } }, { state }) => memory.write({ ...circuit, state }),
      forget: ({ context }) => memory.remove(context.wordCode),
      shareIsolation: ({ context: { wordCode, condominiumId, isolation } }) => {
        if (isolation !== null) isolations().write({ wordCode, condominiumId, isolation })
      },
      withdrawIsolation: ({ context }) => isolations().remove(context.wordCode),
    },
  })
  return devicesMachine.provide({
    actors: {
      circuits: fromCallback(({ input: { calls, userId }, sendBack }) => {
        const hasGone = watchSessionEnd(localData, log)
        const close = calls.open({
          breaker,
          retry: retryMachine,
          stored: memory.read(),
          random: Math.random,
          isOnline: hasNetwork,
          leaving,
          newKey: randomId,
          storedIsolations: () => isolations().read(),
          maySee,
        })
        for (const ended of isolations().takeEnded(maySee))
          sendBack({ type: 'audit.noted', entry: endedIsolationEntry(ended) })
        calls.takeIsolations()
        const unwatchIsolations = isolations().watch(() => calls.takeIsolations())
        const unwatch = watchPageTurns({ onLeaving: () => leaving.begin(), onTurn: () => calls.pageTurns() })
        const onEnd = (isAnswered: boolean) => {
          if (isAnswered) calls.serverAnswers()
          else leaving.cut()
        }
        const unwatchAnswers = services.map((service) => watchAnswers(answers, service, onEnd))
        return () => {
          unwatch()
          for (const stop of unwatchAnswers) stop()
          unwatchIsolations()
          const counted = close().map(refusalsEntry)
          if (hasGone()) memory.clear()
          else memory.forgetCounts()
          if (counted.length > 0) commitAfterEnd({ log, now }, userId, counted)
        }
      }),
      commands: deviceCommandsMachine.provide({
        actors: {
          operation: deviceOperationMachine.provide({
            actors: {
              perform: fromCallback<OperationEvent, OperationInput>(({ input, sendBack }) => {
                const aborting = new AbortController()
                perform(input, { callDevice, callHealth, now, signal: aborting.signal, report: sendBack }).then(
                  sendBack,
                  (error: unknown) => {
                    if (!aborting.signal.aborted) sendBack({ type: 'operation.fails', error: asError(error) })
                  },
                )
                return () => aborting.abort()
              }),
            },
            actions: { logFailure: logTo(log) },
          }),
          deletion: lateChart(lateDeletion, (code) => code.deviceDeletion(callDevice, log)),
          form: lateChart(lateForm, (code) => code.deviceForm),
        },
        actions: { logFailure: logTo(log) },
      }),
      command: lateChart(lateTools, (code) => code.deviceConfirmation),
      trials: deviceTrials({ log, now }, callDevice),
      deviceTools: fromCallback<DeviceToolsOrder, undefined>(({ receive, sendBack }) => {
        receive(() => {
          lateTools.load().then(
            ({ deviceTools }) =>
              sendBack({ type: 'deviceTools.arrived', charts: deviceTools({ log, healthHttp, deviceHttp, now }) }),
            (error: unknown) => log.warn('A parte das páginas de dispositivos não foi carregada.', error),
          )
        })
      }),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** The status confirms a registration; the record is read by a separate call. */
const { answer: _, ...registration } = deviceRoutes.createDevice

interface Performing {
  callDevice: DeviceCall
  callHealth: ContractCall
  now: () => number
  signal: AbortSignal
  report: (event: OperationEvent) => void
}

/** Executes a person's command; resolves with the event of its result. Throws a `DeviceCallError`. */
async function perform(
  { operation, userId, calls, key: idempotencyKey }: OperationInput,
  { callDevice, callHealth, now, signal, report }: Performing,
): Promise<OperationEvent> {
  const { target } = operation
  const { wordCode, condominiumId } = target
  const timed = async <Data>(attempt: () => Promise<DeviceAnswer<Data>>) => {
    const startedAt = now()
    const answer = await attempt()
    report({ type: 'attempt.ends', durationMs: now() - startedAt })
    return answer
  }
  const call = <Data>(attempt: () => Promise<DeviceAnswer<Data>>, policy = networkOperation) =>
    calls.call(target, () => timed(attempt), {
      ...{ signal, policy },
      ...(isKeyed(operation) && { key: idempotencyKey }),
      onWait: (wait) => report({ type: 'attempt.waits', ...wait }),
      onAttempt: (attempt) => report({ type: 'attempt.begins', ...attempt }),
    })
  const own = { params: { userId, wordCode }, signal }
  const changed = (device: Device): OperationEvent => ({ type: 'operation.succeeds', device })
  switch (operation.kind) {
    case 'test':
      return changed(await call(() => callDevice(deviceRoutes.askDevice, own)))
    case 'restart':
      await call(() => callDevice(deviceRoutes.restartDevice, { params: { wordCode }, signal, idempotencyKey }))
      return { type: 'operation.ends' }
    case 'activate': {
      const body = { active: operation.active }
      return changed(await call(() => callDevice(deviceRoutes.activateDevice, { ...own, body, idempotencyKey })))
    }
    case 'create': {
      const body = { ...target, ...operation.fields, active: true }
      const params = { condominiumId, userId, wordCode }
      await call(() => callDevice(registration, { params, body, signal }))
      const reading = call(() => callDevice(deviceRoutes.device, { params: { wordCode }, signal }), singleAttempt)
      return reading.then(changed, (): OperationEvent => ({ type: 'operation.ends' }))
    }
    case 'edit': {
      const { fields, record } = operation
      const body = { ...target, ...fields, active: record.active }
      const ifMatch = record.etag ?? null
      return changed(await call(() => callDevice(deviceRoutes.changeDevice, { ...own, body, ifMatch })))
    }
    case 'reset': {
      const { reason } = operation
      const body = reason === '' ? {} : { reason }
      dataOf(await callHealth(healthRoutes.resetHealth, { params: { wordCode }, body, signal }))
      return { type: 'operation.ends' }
    }
  }
}

/** Whether each operation has its own key for all attempts: commands to the device, because another command may have come between (DEV-4). */
function isKeyed({ kind }: DeviceOperation): boolean {
  return kind === 'restart' || kind === 'activate'
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

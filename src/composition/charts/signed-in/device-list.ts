import { type AnyActorRef, type EventObject, fromCallback, fromPromise } from 'xstate'
import { networkOperation } from '../../../../contract/devices/retry-policies.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { deviceRoutes } from '../../../../contract/wire/routes/devices.ts'
import { type DeviceListPart, deviceListMachine } from '../../../machines/device-list/device-list.machine.ts'
import { retried } from '../../../machines/retry/retried.ts'
import { type AttemptResult, retryMachine } from '../../../machines/retry/retry.machine.ts'
import { type DeviceAnswer, lateAnswer } from '../../../services/devices/device-answer.ts'
import { createDeviceCall, type DevicePage, listDevices } from '../../../services/devices/device-control-api.ts'
import { createDeviceLines, type DeviceLines } from '../../../services/devices/device-lines.ts'
import { keyOf } from '../../../services/last-known/last-known-client.ts'
import type { LastKnownStore } from '../../../services/last-known/last-known-store.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Provides the list of devices with the real services (DEV-6). */
export function deviceList({ log, deviceHttp, now }: Neighbours, lastKnown: LastKnownStore | null = null) {
  const call = createDeviceCall(deviceHttp, log, { now })
  const lines = createDeviceLines(deviceHttp, log, { now })
  return deviceListMachine.provide({
    actors: {
      loadList: fromCallback<EventObject, { cursor: string }>(({ input, sendBack, self }) => {
        const leaving = new AbortController()
        const { signal } = leaving
        listAll(input.cursor, { lines, report: sendBack, signal, parent: self }).then(
          () => sendBack({ type: 'list.end' }),
          (error: unknown) => {
            if (!signal.aborted) sendBack({ type: 'list.break', error })
          },
        )
        return () => leaving.abort()
      }),
      loadPlace: fromPromise(async ({ input: { condominiumId }, signal, self }) => {
        const devices: Device[] = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const query = { condominiumId, cursor }
          const page: DevicePage = await retriedCall(self, signal, async () =>
            resultOf(await listDevices(call, query, signal)),
          )
          devices.push(...page.devices)
          cursor = page.nextCursor
        }
        return devices
      }),
      loadTroubled: fromPromise(({ signal, self }) =>
        retriedCall(self, signal, async () => resultOf(await listDevices(call, { status: 'offline' }, signal))),
      ),
      loadDevice: fromPromise(async ({ input: { wordCode }, signal, self }) => {
        const { result } = await retriedCall(self, signal, async () =>
          resultOf(await call(deviceRoutes.devices, { query: { wordCode }, signal })),
        )
        return result[0] ?? null
      }),
    },
    actions: {
      logFailure: logTo(log),
      storeShown: (_, { device }) => {
        if (device === undefined) return
        const call = keyOf('deviceService', deviceRoutes.devices.path, { query: { wordCode: device.wordCode } })
        if (call !== null) void lastKnown?.keep(call, { at: now(), data: { result: [device] } })
      },
    },
  })
}

interface Listing {
  lines: DeviceLines
  report: (part: DeviceListPart) => void
  signal: AbortSignal
  parent: AnyActorRef
}

/**
 * Reports all devices from the cursor on, in as many calls as necessary. A call that breaks off is continued from the
 * last cursor; it counts as a failure only if it brought no page.
 */
async function listAll(from: string, { lines, report, signal, parent }: Listing): Promise<void> {
  let cursor: string | null = from
  while (cursor !== null) {
    const begun: string = cursor
    cursor = await retriedCall<string | null>(parent, signal, async () => {
      let reached: string | null = begun
      const answer = await lines(
        begun,
        ({ devices, nextCursor }) => {
          if (nextCursor !== undefined) reached = nextCursor
          report({ type: 'list.part', devices, ...(nextCursor && { cursor: nextCursor }) })
        },
        signal,
      )
      return reached === begun ? resultOf(nothingCame(answer)) : { ok: true, value: reached }
    })
  }
}

function retriedCall<Value>(parent: AnyActorRef, signal: AbortSignal, attempt: () => Promise<AttemptResult<Value>>) {
  return retried({ parent, logic: retryMachine, policy: networkOperation, signal, attempt })
}

/** An answer without a page counts as late. */
function nothingCame(answer: DeviceAnswer<undefined>): DeviceAnswer<never> {
  return answer.kind === 'answered' ? lateAnswer() : answer
}

function resultOf<Data>(answer: DeviceAnswer<Data>): AttemptResult<Data> {
  if (answer.kind === 'answered') return { ok: true, value: answer.data }
  const error = new Error('message' in answer ? answer.message : 'Sua sessão não é mais válida. Entre novamente.')
  const isFailure = answer.kind === 'failed' || answer.kind === 'notAsked'
  return { ok: false, error, mayRetry: isFailure, retryAfterMs: isFailure ? answer.retryAfterMs : null }
}

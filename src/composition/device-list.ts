import { fromPromise } from 'xstate'
import { deviceListMachine } from '../machines/device-list/device-list.machine.ts'
import { retried } from '../machines/retry/retried.ts'
import { type AttemptResult, retryMachine } from '../machines/retry/retry.machine.ts'
import { networkOperation } from '../machines/retry/retry-policies.ts'
import type { DeviceAnswer } from '../services/devices/device-answer.ts'
import { createDeviceControlApi } from '../services/devices/device-control-api.ts'
import { logTo, type Neighbours } from './neighbours.ts'

/** The list of devices, with the real services behind it (DEV-6). */
export function deviceList({ log, deviceHttp, now }: Neighbours) {
  const api = createDeviceControlApi(deviceHttp, log, { now })
  return deviceListMachine.provide({
    actors: {
      loadPage: fromPromise(({ input: { cursor }, signal, self }) =>
        retried({
          parent: self,
          logic: retryMachine,
          policy: networkOperation,
          signal,
          attempt: async () => resultOf(await api.list({ cursor }, { signal })),
        }),
      ),
      loadTroubled: fromPromise(({ signal, self }) =>
        retried({
          parent: self,
          logic: retryMachine,
          policy: networkOperation,
          signal,
          attempt: async () => resultOf(await api.list({ status: 'offline' }, { signal })),
        }),
      ),
      loadDevice: fromPromise(({ input: { wordCode }, signal, self }) =>
        retried({
          parent: self,
          logic: retryMachine,
          policy: networkOperation,
          signal,
          attempt: async () => resultOf(await api.find(wordCode, { signal })),
        }),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

function resultOf<Data>(answer: DeviceAnswer<Data>): AttemptResult<Data> {
  if (answer.kind === 'answered') return { ok: true, value: answer.data }
  const error = new Error('message' in answer ? answer.message : 'Sua sessão não é mais válida. Entre novamente.')
  const isFailure = answer.kind === 'failed' || answer.kind === 'notAsked'
  return { ok: false, error, mayRetry: isFailure, retryAfterMs: isFailure ? answer.retryAfterMs : null }
}

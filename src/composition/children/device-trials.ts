import { fromCallback } from 'xstate'
import { singleAttempt } from '../../../contract/devices/retry-policies.ts'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { DeviceCallError, type DeviceTarget } from '../../machines/devices/calls/device-errors.ts'
import { failureCodeOf } from '../../machines/devices/calls/failure-code.ts'
import {
  deviceTrialsMachine,
  type TrialsEvent,
  type TrialsInput,
  type TrialsOrder,
} from '../../machines/devices/device-trials.machine.ts'
import type { DeviceCall } from '../../services/devices/device-control-api.ts'
import { openSharedChecks } from '../../services/devices/shared-checks.ts'
import { isPageSeen } from '../../services/page/page-seen.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** The device checks that the panel starts by itself, once for all tabs of the browser (LIVE-3). */
export function deviceTrials({ log, now }: Pick<Neighbours, 'log' | 'now'>, callDevice: DeviceCall) {
  return deviceTrialsMachine.provide({
    actors: {
      checks: fromCallback<TrialsOrder, TrialsInput>(({ input: { calls, userId }, sendBack, receive }) => {
        const stopping = new AbortController()
        const { signal } = stopping
        const report = (event: TrialsEvent) => sendBack(event)
        const shared = openSharedChecks({
          userId,
          now,
          blamesDevice: () => calls.blamesDevice,
          onMissed: (wordCode, answer, at) => {
            if (answer.kind === 'failed') calls.failedElsewhere(wordCode, at, failureCodeOf(answer) ?? '')
            report({ type: 'trial.missedElsewhere', wordCode, at })
          },
        })
        const make = async (target: DeviceTarget) => {
          const { wordCode } = target
          const ask = () => callDevice(deviceRoutes.askDevice, { params: { userId, wordCode }, signal })
          try {
            const attempt = () => shared.check(wordCode, ask, signal)
            report({
              type: 'device.changed',
              device: await calls.call(target, attempt, { signal, policy: singleAttempt }),
            })
          } catch (error) {
            if (!(error instanceof DeviceCallError || signal.aborted))
              log.warn(`Teste de ${wordCode} interrompido.`, error)
          }
          if (!signal.aborted) report({ type: 'trial.ended', wordCode })
        }
        receive(({ targets }) => {
          for (const target of targets) make(target)
        })
        if (isPageSeen()) report({ type: 'page.shown' })
        return () => {
          stopping.abort()
          shared.close()
        }
      }),
    },
    actions: { logFailure: logTo(log) },
  })
}

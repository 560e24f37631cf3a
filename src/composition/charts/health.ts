import { fromCallback, fromPromise } from 'xstate'
import { healthMachine } from '../../machines/health/health.machine.ts'
import type { HealthEvent } from '../../machines/health/health-protocol.ts'
import { failedFor, retried } from '../../machines/retry/retried.ts'
import { retryMachine } from '../../machines/retry/retry.machine.ts'
import { quickRetry } from '../../machines/retry/retry-policies.ts'
import { createDeviceControlApi } from '../../services/devices/device-control-api.ts'
import { countDevices } from '../../services/devices/device-counts.ts'
import { createHealthApi } from '../../services/health/health-api.ts'
import { browserMemoryUsage } from '../../services/health/memory-usage.ts'
import { watchRequests } from '../../services/http/request-count.ts'
import { isPageSeen } from '../../services/page/page-seen.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

const pingTimeoutMs = 10_000

const pingsAtOnce = 4

/** Health with its servers behind it (HEA). */
export function health({ log, healthHttp, deviceHttp, metrics, calls, now }: Neighbours) {
  const api = createHealthApi(healthHttp, log)
  const devices = createDeviceControlApi(deviceHttp, log, { now })
  return healthMachine.provide({
    actors: {
      check: fromPromise(async ({ input: { condominiumId }, signal }) => {
        const [overview, stats, details, counts] = await Promise.all([
          api.overview(signal),
          api.stats(signal),
          api.detailed(signal),
          condominiumId === null ? null : countDevices(devices, condominiumId, signal),
        ])
        const place = condominiumId === null ? null : { condominiumId, devices: counts }
        return { overview, stats, details, place }
      }),
      pingDevices: fromCallback<HealthEvent, { condominiumId: string | null }>(
        ({ input: { condominiumId }, sendBack, self }) => {
          const stopping = new AbortController()
          const { signal } = stopping
          const ping = (wordCode: string) =>
            retried({
              parent: self,
              logic: retryMachine,
              policy: quickRetry,
              signal,
              attempt: async () => {
                try {
                  const inTime = AbortSignal.any([signal, AbortSignal.timeout(pingTimeoutMs)])
                  return { ok: true, value: await api.device(wordCode, inTime) }
                } catch (error) {
                  return failedFor(error)
                }
              },
            })
          const pingAll = async () => {
            if (condominiumId === null) return
            const page = await devices.list({ condominiumId }, { signal })
            const waiting = page.kind === 'answered' ? page.data.devices.map(({ wordCode }) => wordCode) : []
            const pingOnes = async () => {
              for (let wordCode = waiting.shift(); wordCode !== undefined; wordCode = waiting.shift()) {
                const health = await ping(wordCode).catch(() => null)
                if (!signal.aborted) sendBack({ type: 'ping.answered', wordCode, health })
              }
            }
            await Promise.all(Array.from({ length: pingsAtOnce }, pingOnes))
          }
          pingAll().then(
            () => sendBack({ type: 'pings.done' }),
            () => sendBack({ type: 'pings.done' }),
          )
          return () => stopping.abort()
        },
      ),
      cleanup: fromPromise(async ({ signal }) => {
        await api.cleanup(signal)
        metrics.noteCleanup()
        return metrics.read(browserMemoryUsage())
      }),
      ownCalls: fromCallback(({ sendBack }) =>
        watchRequests(calls, (isRunning) => {
          if (!isRunning)
            sendBack({ type: 'calls.counted', metrics: metrics.read(browserMemoryUsage()) } satisfies HealthEvent)
        }),
      ),
    },
    guards: { isSeen: isPageSeen },
    actions: { logFailure: logTo(log) },
  })
}

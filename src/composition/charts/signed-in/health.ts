import { fromCallback, fromPromise } from 'xstate'
import { quickRetry } from '../../../../contract/devices/retry-policies.ts'
import { healthRoutes } from '../../../../contract/wire/routes/health.ts'
import { healthMachine } from '../../../machines/health/health.machine.ts'
import { type HealthEvent, healthTimes } from '../../../machines/health/health-protocol.ts'
import { failedFor, retried } from '../../../machines/retry/retried.ts'
import { retryMachine } from '../../../machines/retry/retry.machine.ts'
import { createDeviceCall, listDevices } from '../../../services/devices/device-control-api.ts'
import { countCalls, createClientMetrics } from '../../../services/health/client-metrics.ts'
import { loadDeviceHealth } from '../../../services/health/health-api.ts'
import { browserMemoryUsage } from '../../../services/health/memory-usage.ts'
import { parseLists } from '../../../services/http/answer-lists.ts'
import { dataOf } from '../../../services/http/call-result.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { inTime, late } from '../../../services/http/in-time.ts'
import { watchRequests } from '../../../services/http/request-count.ts'
import { isPageSeen } from '../../../services/page/page-seen.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** The first page needs no counts of one condominium. */
const importDeviceCounts = () => import('../../../services/devices/device-counts.ts')

const pingTimeoutMs = 10_000

const pingsAtOnce = 4

/** Provides the health pages with their services (HEA). */
export function health({ log, healthHttp, deviceHttp, calls, now }: Neighbours) {
  const call = createCall(healthHttp, log)
  const metrics = createClientMetrics(now)
  countCalls(calls, metrics)
  const callDevice = createDeviceCall(deviceHttp, log, { now })
  return healthMachine.provide({
    actors: {
      check: fromPromise(async ({ input: { condominiumId }, signal: stopped }) => {
        const answers = await inTime(healthTimes.checkTimeoutMs, stopped, (signal) =>
          Promise.all([
            call(healthRoutes.health, { signal }).then(dataOf),
            call(healthRoutes.healthStats, { signal, parse: parseLists }).then(dataOf),
            call(healthRoutes.healthDetails, { signal }).then(dataOf),
            condominiumId === null
              ? null
              : importDeviceCounts().then(({ countDevices }) =>
                  countDevices((page) => listDevices(callDevice, page, signal), condominiumId),
                ),
          ]),
        )
        if (answers === late) throw new Error('O serviço de saúde demorou demais para responder.')
        const [overview, stats, details, counts] = answers
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
                  return { ok: true, value: await loadDeviceHealth(call, wordCode, inTime) }
                } catch (error) {
                  return failedFor(error)
                }
              },
            })
          const pingAll = async () => {
            if (condominiumId === null) return
            const page = await listDevices(callDevice, { condominiumId }, signal)
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
      cleanup: fromPromise(async ({ input: { isAutomatic }, signal }) => {
        dataOf(await call(healthRoutes.cleanUpHealth, { signal, ...(isAutomatic && { body: { automatic: true } }) }))
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

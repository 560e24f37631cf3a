import { fromCallback, fromPromise } from 'xstate'
import { type HealthEvent, healthMachine, type PlaceFigures } from '../machines/health/health.machine.ts'
import { failedFor, retried } from '../machines/retry/retried.ts'
import { retryMachine } from '../machines/retry/retry.machine.ts'
import { quickRetry } from '../machines/retry/retry-policies.ts'
import type { DeviceAnswer } from '../services/devices/device-answer.ts'
import { createDeviceControlApi, type DevicePage } from '../services/devices/device-control-api.ts'
import { createHealthApi } from '../services/health/health-api.ts'
import { browserMemoryUsage } from '../services/health/memory-usage.ts'
import { isPageSeen } from '../services/page/page-seen.ts'
import { logTo, type Neighbours } from './neighbours.ts'

const pingTimeoutMs = 10_000

const pingsAtOnce = 4

/** Health with its servers behind it (HEA). */
export function health({ log, healthHttp, deviceHttp, metrics, now }: Neighbours) {
  const api = createHealthApi(healthHttp, log)
  const devices = createDeviceControlApi(deviceHttp, log, { now })
  /** The health service counts the devices of all condominiums alone: those of one are counted here. */
  async function placeFigures(condominiumId: string, signal: AbortSignal): Promise<PlaceFigures> {
    const counts = { total: 0, online: 0, offline: 0 }
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: DeviceAnswer<DevicePage> = await devices.list({ condominiumId, cursor }, { signal })
      if (page.kind !== 'answered') return { condominiumId, devices: null }
      for (const { active, status } of page.data.devices) {
        if (!active) continue
        counts.total += 1
        if (status !== 'unknown') counts[status] += 1
      }
      cursor = page.data.nextCursor
    }
    return { condominiumId, devices: counts }
  }
  return healthMachine.provide({
    actors: {
      check: fromPromise(async ({ input: { condominiumId }, signal }) => {
        const [overview, stats, details, place] = await Promise.all([
          api.overview(signal),
          api.stats(signal),
          api.detailed(signal),
          condominiumId === null ? null : placeFigures(condominiumId, signal),
        ])
        return { overview, stats, details, place, metrics: metrics.read(browserMemoryUsage()) }
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
    },
    guards: { isSeen: isPageSeen },
    actions: { logFailure: logTo(log) },
  })
}

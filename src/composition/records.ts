import { fromCallback, fromPromise } from 'xstate'
import type { AuditRecord } from '../../contract/wire/answers/audit.ts'
import { auditMachine } from '../machines/audit/audit.machine.ts'
import { type AuditChoice, auditLogMachine } from '../machines/audit/audit-log.machine.ts'
import { type HealthEvent, healthMachine } from '../machines/health/health.machine.ts'
import { failedFor, retried } from '../machines/retry/retried.ts'
import { retryMachine } from '../machines/retry/retry.machine.ts'
import { quickRetry } from '../machines/retry/retry-policies.ts'
import { type AuditApi, createAuditApi } from '../services/audit/audit-api.ts'
import { auditFileOf } from '../services/audit/audit-file.ts'
import { openAuditOutbox } from '../services/audit/audit-outbox.ts'
import { openAuditStore } from '../services/audit/audit-store.ts'
import { createMemoryAuditStore } from '../services/audit/memory-audit-store.ts'
import { createDeviceControlApi } from '../services/devices/device-control-api.ts'
import { downloadTextFile } from '../services/files/text-file.ts'
import { createHealthApi } from '../services/health/health-api.ts'
import { randomId } from '../services/page/random-id.ts'
import { logTo, type Neighbours } from './neighbours.ts'

const pingTimeoutMs = 10_000
const pingsAtOnce = 4
const historyLength = 100

/** Health with its servers behind it (HEA). */
export function health({ log, healthHttp, deviceHttp, metrics, now }: Neighbours) {
  const api = createHealthApi(healthHttp, log)
  const devices = createDeviceControlApi(deviceHttp, log, { now })
  return healthMachine.provide({
    actors: {
      check: fromPromise(async ({ signal }) => {
        const [overview, stats, details] = await Promise.all([
          api.overview(signal),
          api.stats(signal),
          api.detailed(signal),
        ])
        return { overview, stats, details, metrics: metrics.read() }
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
        return metrics.read()
      }),
    },
    guards: { isSeen: () => document.visibilityState === 'visible' },
    actions: { logFailure: logTo(log) },
  })
}

/** The audit records of this browser, and their way to the server (AUD-2). */
export function audit({ log, http, now }: Neighbours) {
  const api = createAuditApi(http, log)
  const parts = { indexedDB: window.indexedDB, log, now, panelVersion: __PANEL_VERSION__, newId: randomId }
  return auditMachine.provide({
    actors: {
      openOutbox: fromPromise(() =>
        openAuditOutbox(
          () => openAuditStore(parts),
          async () => createMemoryAuditStore(parts),
          api,
          log,
        ),
      ),
      commit: fromPromise(async ({ input: { outbox, userId, entries } }) => outbox?.commit(userId, entries)),
      deliver: fromPromise(
        async ({ input: { outbox, userId }, signal }) => (await outbox?.deliver(userId, signal)) ?? 0,
      ),
      readHistory: fromPromise(
        async ({ input: { outbox, userId, wordCode } }) =>
          (await outbox?.history(userId, wordCode, historyLength)) ?? [],
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** The server's audit records on screen and as a file (AUD-3). */
export function auditLog({ log, http, now }: Neighbours) {
  const api = createAuditApi(http, log)
  return auditLogMachine.provide({
    actors: {
      loadPage: fromPromise(({ input: { choice, cursor }, signal }) =>
        api.list({ ...choice, ...(cursor !== null && { cursor }) }, signal),
      ),
      exportFile: fromPromise(async ({ input: { choice, format }, signal }) => {
        const { name, mimeType, text } = auditFileOf(await allRecords(api, choice, signal), format, now())
        downloadTextFile(name, mimeType, text)
      }),
    },
    actions: { logFailure: logTo(log) },
  })
}

async function allRecords(api: AuditApi, choice: AuditChoice, signal: AbortSignal): Promise<AuditRecord[]> {
  const all: AuditRecord[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await api.list({ ...choice, limit: 1_000, ...(cursor !== '' && { cursor }) }, signal)
    all.push(...page.records)
    cursor = page.nextCursor
  }
  return all
}

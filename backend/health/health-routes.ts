import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { cleanupBody, healthResetBody, timelineQuery, healthRoutes as wire } from '../../contract/wire/routes/health.ts'
import { requireDevice } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { listRevision, viewerKey } from '../access/visibility.ts'
import { type ClockWatch, clockPlausibility } from '../clock/clock-watch.ts'
import type { Database } from '../database/database.ts'
import { hasRow } from '../database/row-values.ts'
import { deactivationOf } from '../devices/deactivations.ts'
import { availabilityOf, type TimelinePlace, timelineOf } from '../devices/device-timeline.ts'
import { deviceCounts, deviceReachOf, visibleAmong } from '../devices/devices.ts'
import { appendFacts } from '../evidence/append.ts'
import { factOf, panelFactOf } from '../evidence/fact.ts'
import type { ListCache } from '../http/list-cache.ts'
import { cursorSchema, pageOf, rowNumber } from '../http/list-cursor.ts'
import { parseInput } from '../http/request-input.ts'
import type { DeviceChecks } from './device-checks.ts'
import { forgetFailures, forgetIdleFailures, healthRecordOf, idleFailures } from './device-health.ts'
import type { SharedCounts } from './shared-counts.ts'

const idleMs = 10 * 60_000

const pageQuery = v.object({
  ...timelineQuery.entries,
  before: v.optional(
    v.pipe(
      cursorSchema([rowNumber, v.pipe(v.string(), v.regex(/^[ce][0-8]\d{18}$/))]),
      v.transform(([sequence, id]): TimelinePlace => ({ sequence, id })),
    ),
  ),
})

export type HealthRouteParts = {
  database: Database
  clock: ClockWatch
  checks: DeviceChecks
  counts: SharedCounts
  lists: ListCache
  contactState: () => string
  version: string
  uptimeSeconds: () => number
  now: () => number
}

export function healthRoutes(api: FastifyInstance, parts: HealthRouteParts): void {
  const { database, checks, now } = parts

  serve(api, wire.health, async () => {
    const { ok } = await databaseAnswers()
    return { status: statusOf(ok), uptimeS: Math.floor(parts.uptimeSeconds()), version: parts.version }
  })

  serve(api, wire.deviceHealth, async (request) => {
    const { wordCode } = request.params
    const device = await requireDevice(database, identityOf(request).account, wordCode)
    const check = await checks.check(device)
    return { wordCode, ...(await healthRecordOf(database, wordCode, now())), ...check }
  })

  serve(api, wire.deviceTimeline, async (request) => {
    const device = await requireDevice(database, identityOf(request).account, request.params.wordCode)
    const { limit, before } = parseInput(pageQuery, request.query)
    const found = await timelineOf(database, device, { limit: limit + 1, before })
    const { result, nextCursor } = pageOf(found, limit, (last) => [last.sequence, last.id])
    return {
      result: result.map(({ sequence: _, ...item }) => item),
      nextCursor,
      availability: await availabilityOf(database, device.wordCode, now()),
      ...(!device.active && {
        deactivation: await deactivationOf(database, identityOf(request).account, device.wordCode),
      }),
    }
  })

  serve(api, wire.resetHealth, async (request) => {
    const { account } = identityOf(request)
    const { wordCode } = request.params
    const { status, latencyMs, lastContactAt, condominiumId } = await requireDevice(database, account, wordCode)
    const { reason } = parseInput(healthResetBody, request.body ?? {})
    const checkedAt = checks.lastCheckedAt(wordCode) ?? lastContactAt
    const answer = await database.transaction(async (transaction) => {
      await forgetFailures(transaction, wordCode)
      const subject = { device: wordCode, condominium: condominiumId }
      const fact = factOf(request, 'device.reset', now(), subject, { reason })
      await appendFacts(transaction, account.customersId, fact)
      return { wordCode, ...(await healthRecordOf(transaction, wordCode, now())), status, latencyMs, checkedAt }
    })
    request.log.info({ wordCode, userId: account.userId, reason }, 'device health reset')
    return answer
  })

  serve(api, wire.healthDetails, async (request) => {
    const { account } = identityOf(request)
    const db = await databaseAnswers()
    return {
      status: statusOf(db.ok),
      ...(await deviceCounts(database, account)),
      db,
      sockets: await parts.counts.sockets(account.customersId),
      memoryUsage: process.memoryUsage.rss(),
      ...(await clockPlausibility(parts.clock)),
    }
  })

  serve(api, wire.healthStats, async (request, reply) => {
    const { account } = identityOf(request)
    const perDevice = await parts.lists.text({
      key: `figures ${viewerKey(account)}`,
      state: `${await listRevision(database, account.customersId)} ${parts.contactState()}`,
      make: async () => JSON.stringify(await deviceReachOf(database, account)),
    })
    // The counts change even if nothing else does.
    const counts = JSON.stringify(await parts.counts.requestCounts())
    return reply.type('application/json; charset=utf-8').send(`${counts.slice(0, -1)},"perDevice":${perDevice}}`)
  })

  serve(api, wire.cleanUpHealth, async (request) => {
    const { account } = identityOf(request)
    const isAutomatic = parseInput(cleanupBody, request.body ?? {}).automatic === true
    const before = new Date(now() - idleMs)
    const failed = await idleFailures(database, before)
    const idle = [...new Set([...failed, ...checks.idle(idleMs)])]
    const removed = await visibleAmong(database, account, idle)
    const answer = await database.transaction(async (transaction) => {
      const cleared = await forgetIdleFailures(transaction, removed, before)
      const facts = cleared.map(({ wordCode: device, condominiumId: condominium }) =>
        (isAutomatic ? panelFactOf : factOf)(request, 'device.reset', now(), { device, condominium }, { how: 'idle' }),
      )
      await appendFacts(transaction, account.customersId, ...facts)
      return { removed: removed.length, lastCleanup: new Date(now()).toISOString() }
    })
    for (const wordCode of removed) checks.forget(wordCode)
    return answer
  })

  async function databaseAnswers(): Promise<{ ok: boolean; latencyMs: number }> {
    const startedAt = performance.now()
    const ok = await hasRow(database, 'select', []).catch(() => false)
    return { ok, latencyMs: Math.round(performance.now() - startedAt) }
  }
}

function statusOf(isDatabaseUp: boolean): 'ok' | 'degraded' {
  return isDatabaseUp ? 'ok' : 'degraded'
}

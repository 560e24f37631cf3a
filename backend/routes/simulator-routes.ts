import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { requireCondominium, requirePermission } from '../access.ts'
import { identityOf } from '../authentication.ts'
import { condominiumsOf } from '../condominiums.ts'
import type { Database } from '../database.ts'
import { activityKinds } from '../events.ts'
import type { GateEvents } from '../gate-events.ts'
import type { Realtime } from '../realtime.ts'
import { parseInput } from '../request-input.ts'

const eventBody = v.object({
  condominiumId: v.pipe(v.string(), v.nonEmpty()),
  kind: v.optional(v.picklist(activityKinds)),
})

const amount = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))

const burstBody = v.object({
  ids: v.optional(v.pipe(v.array(v.string()), v.maxLength(10_000))),
  count: v.optional(amount(10_000), 1),
  perSecond: v.optional(amount(1_000), 1),
  seconds: v.optional(amount(60), 1),
})

export type SimulatorRouteParts = { database: Database; gate: GateEvents; realtime: Realtime }

/** Exists in the embedded backend alone, for tests and benchmarks; wants the permission `qa`. See backend/README.md. */
export function simulatorRoutes(api: FastifyInstance, { database, gate, realtime }: SimulatorRouteParts): void {
  api.post('/simulator/event', async (request) => {
    const { account } = identityOf(request)
    requirePermission(account, 'qa')
    const { condominiumId, kind } = parseInput(eventBody, request.body)
    await requireCondominium(database, account, condominiumId)
    return gate.make({ condominiumId, ...(kind && { kind }) })
  })

  api.post('/simulator/burst', async (request, reply) => {
    const { account } = identityOf(request)
    requirePermission(account, 'qa')
    const { ids, count, perSecond, seconds } = parseInput(burstBody, request.body)
    const visible = (await condominiumsOf(database, account)).map((condominium) => condominium.id)
    const own = new Set(visible)
    const chosen = ids?.filter((id) => own.has(id)) ?? visible.slice(0, count)
    const messages = perSecond * seconds
    const startedAt = performance.now()
    for (let sent = 0; sent < messages; sent += 1) {
      await wait(Math.max(0, startedAt + (sent * 1_000) / perSecond - performance.now()))
      if (reply.raw.destroyed) break
      await realtime.announce(chosen)
    }
    return { messages, idsEach: chosen.length }
  })
}

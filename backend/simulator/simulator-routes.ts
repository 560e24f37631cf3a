import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { burstBody, simulatedEventBody, simulatorRoutes as wire } from '../../contract/wire/routes/simulator.ts'
import { requireCondominium } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Bus } from '../bus/bus.ts'
import { condominiumIdsOf } from '../condominiums/condominiums.ts'
import type { Database } from '../database/database.ts'
import type { GateEvents } from '../events/gate-events.ts'
import { parseInput } from '../http/request-input.ts'

export type SimulatorRouteParts = { database: Database; gate: GateEvents; bus: Bus }

/** Exists in the embedded backend alone, for tests and benchmarks. See backend/README.md. */
export function simulatorRoutes(api: FastifyInstance, { database, gate, bus }: SimulatorRouteParts): void {
  serve(api, wire.simulateEvent, async (request) => {
    const { account } = identityOf(request)
    const { condominiumId, kind } = parseInput(simulatedEventBody, request.body)
    await requireCondominium(database, account, condominiumId)
    return gate.make({ condominiumId, ...(kind && { kind }) })
  })

  serve(api, wire.simulateBurst, async (request, reply) => {
    const { account } = identityOf(request)
    const { ids, count, perSecond, seconds } = parseInput(burstBody, request.body)
    const visible = await condominiumIdsOf(database, account)
    const own = new Set(visible)
    const chosen = ids?.filter((id) => own.has(id)) ?? visible.slice(0, count)
    const messages = perSecond * seconds
    const startedAt = performance.now()
    for (let sent = 0; sent < messages; sent += 1) {
      await wait(Math.max(0, startedAt + (sent * 1_000) / perSecond - performance.now()))
      if (reply.raw.destroyed) break
      await bus.publish({ kind: 'condominiums', list: chosen })
    }
    return { messages, idsEach: chosen.length }
  })
}

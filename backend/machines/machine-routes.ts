import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { eventKindsBody } from '../../contract/wire/requests/event-kinds.ts'
import { machineTokenBody, machineRoutes as wire } from '../../contract/wire/routes/machines.ts'
import { attemptLimit, countAttempt } from '../access/attempt-limit.ts'
import { bearerToken, identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { TokenLookup } from '../access/token-lookup.ts'
import { visibleNow } from '../access/visibility.ts'
import { bounds } from '../bounds.ts'
import type { BusParts } from '../bus/bus.ts'
import type { Queryable } from '../database/database.ts'
import { eventKindsOf, removeEventKind, setEventKinds } from '../events/event-kinds.ts'
import { appendFactsOf } from '../evidence/append.ts'
import { type FactValue, factOf } from '../evidence/fact.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { noteToken } from '../http/connection-limits.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import type { DiskReserve } from '../readiness/disk-reserve.ts'
import { isTokenLike } from '../sessions/sessions.ts'
import { storeDeviceEvents } from './device-events.ts'
import { endMachineToken, type Machine, machineOfToken, machineTokensOf, makeMachineToken } from './machine-tokens.ts'

const { events: mostEvents } = bounds.machineEvents.most
const countText = `Envie de 1 a ${mostEvents} eventos.`
/** Validates each event separately, so that a wrong event does not refuse the others. */
const anyEvents = v.object({
  events: v.pipe(v.array(v.unknown(), countText), v.minLength(1, countText), v.maxLength(mostEvents, countText)),
})

type MachineParts = BusParts & { tokens: TokenLookup; diskReserve: DiskReserve }

/** Contract "Machines": events of controllers, their tokens, and the catalogue of kinds (EVT-1, CALL-4). */
export function machineRoutes(api: FastifyInstance, { database, bus, tokens, diskReserve, now }: MachineParts): void {
  const limit = attemptLimit(database, { name: 'machine-events', ...bounds.machineEvents.most }, now)

  serve(api, wire.deviceEvents, async (request) => {
    const machine = await machineOf(request)
    await countAttempt(limit, machine.tokenId)
    const { events } = parseInput(anyEvents, request.body)
    await diskReserve.require()
    const result = await bus.commit((transaction, announce) =>
      storeDeviceEvents(transaction, announce, machine, events, now()),
    )
    return { result }
  })

  serve(api, wire.machineTokens, async (request) => ({
    result: await machineTokensOf(database, identityOf(request).account.customersId),
  }))

  serve(api, wire.makeMachineToken, async (request) => {
    const { account } = identityOf(request)
    const { name, condominiumIds, days } = parseInput(machineTokenBody, request.body)
    await requireVisible(request, condominiumIds)
    return bus.commit(async (transaction) => {
      const made = await makeMachineToken(transaction, { ...account, name, condominiumIds, days }, now())
      if (made === undefined)
        throw new Refusal(409, {
          message: `Já há ${bounds.machineTokens.most.count} acessos de máquinas. Encerre um que não usa mais.`,
        })
      const condominiums = condominiumIds ?? undefined
      const until = made.expiresAt ?? undefined
      await record(transaction, request, 'machine-token', [{ act: 'made', token: made.id, name, condominiums, until }])
      return made
    })
  })

  serve(api, wire.endMachineToken, async (request) => {
    const { id } = request.params
    await bus.commit(async (transaction) => {
      const name = await endMachineToken(transaction, identityOf(request).account.customersId, id)
      if (name === undefined) throw new Refusal(404)
      await record(transaction, request, 'machine-token', [{ act: 'ended', token: id, name }])
    })
  })

  serve(api, wire.eventKinds, async (request) => ({
    result: await eventKindsOf(database, identityOf(request).account.customersId),
  }))

  serve(api, wire.setEventKinds, async (request) => {
    const { customersId } = identityOf(request).account
    const { kinds } = parseInput(eventKindsBody, request.body)
    return bus.commit(async (transaction) => {
      const changed = await setEventKinds(transaction, customersId, kinds)
      await record(
        transaction,
        request,
        'event-kind',
        changed.map((kind) => ({ act: 'set', ...kind })),
      )
      return { result: await eventKindsOf(transaction, customersId) }
    })
  })

  serve(api, wire.removeEventKind, async (request) => {
    await bus.commit(async (transaction) => {
      const { code } = request.params
      const removed = await removeEventKind(transaction, identityOf(request).account.customersId, code)
      if (removed === undefined) throw new Refusal(404)
      await record(transaction, request, 'event-kind', [{ act: 'removed', code, name: removed.name }])
    })
  })

  async function machineOf(request: FastifyRequest): Promise<Machine> {
    const token = bearerToken(request.headers.authorization)
    const machine =
      token !== undefined && isTokenLike(token)
        ? await tokens.inTurn(callerNetwork(request.ip), () => machineOfToken(database, token, now()))
        : undefined
    if (machine === undefined) throw new Refusal(401)
    noteToken(request.raw.socket)
    return machine
  }

  async function requireVisible(request: FastifyRequest, condominiumIds: readonly string[] | null): Promise<void> {
    const { account } = identityOf(request)
    const isVisible = await visibleOf(account.customersId, condominiumIds)
    const sees = await visibleNow(database, account)
    if ((condominiumIds === null && !account.seesAll) || !isVisible || !(condominiumIds ?? []).every(sees))
      throw new Refusal(422, { fields: { condominiumIds: 'Escolha condomínios que você vê.' } })
  }

  async function visibleOf(customersId: string, condominiumIds: readonly string[] | null): Promise<boolean> {
    if (condominiumIds === null) return true
    const own = await database.query(
      'select id from condominiums where customers_id = $1 and id = any($2)',
      [customersId, condominiumIds],
      v.object({ id: v.string() }),
    )
    return new Set(condominiumIds).size === own.length
  }

  function record(
    transaction: Queryable,
    request: FastifyRequest,
    kind: 'machine-token' | 'event-kind',
    list: readonly Readonly<Record<string, FactValue | undefined>>[],
  ): Promise<void> {
    const { customersId } = identityOf(request).account
    return appendFactsOf(
      transaction,
      list.map((data) => ({ customersId, fact: factOf(request, kind, now(), {}, data) })),
    )
  }
}

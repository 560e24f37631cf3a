import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { incidentAction, incidentsQuery, newReport } from '../../contract/wire/requests/incidents.ts'
import { incidentRoutes as wire } from '../../contract/wire/routes/incidents.ts'
import { requireCondominium } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Account } from '../access/users.ts'
import type { BusParts } from '../bus/bus.ts'
import { actorOf } from '../evidence/fact.ts'
import { cursorSchema, pageOf, rowNumber } from '../http/list-cursor.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { runOf } from '../procedures/procedure-runs.ts'
import { doWithIncident, reportIncident } from './incident-actions.ts'
import { devicesOf, notesOf, peopleWhoSee } from './incident-stories.ts'
import { type IncidentView, incidentViews, seenIncidents } from './incident-views.ts'

const pageLength = 50
const query = v.object({
  ...incidentsQuery.entries,
  cursor: v.optional(cursorSchema([rowNumber])),
})

export function incidentRoutes(api: FastifyInstance, { database, bus, now }: BusParts): void {
  serve(api, wire.capabilities, async () => ({
    incidents: true,
    writtenOccurrences: true,
    contacts: true,
    open: true,
    procedures: true,
    deviceEvents: true,
    onDuty: true,
  }))

  serve(api, wire.openIncidents, async (request) => {
    const { account } = identityOf(request)
    const condition = "life not in ('closed', 'merged') order by incidents.seq desc"
    return { result: await seenIncidents(database, account, condition, [], now()) }
  })

  serve(api, wire.pastIncidents, async (request) => {
    const { account } = identityOf(request)
    const { condominiumId, cursor } = parseInput(query, request.query)
    if (condominiumId !== undefined) await requireCondominium(database, account, condominiumId)
    const condition = `life = 'closed' and ($4::text is null or incidents.condominium_id = $4)
      and ($5::bigint is null or incidents.seq < $5)
      order by incidents.seq desc limit ${pageLength + 1}`
    const found = await seenIncidents(database, account, condition, [condominiumId ?? null, cursor?.[0] ?? null], now())
    return pageOf(found, pageLength, (last) => [String(last.sequence)])
  })

  serve(api, wire.incident, async (request) => {
    const { id } = request.params
    const { account } = identityOf(request)
    const { incident, customersId } = await requireIncident(account, id)
    const [notes, devices, people, procedure] = await Promise.all([
      notesOf(database, id),
      devicesOf(database, account, id),
      peopleWhoSee(database, { customersId, condominiumId: incident.condominiumId }, now()),
      runOf(database, id),
    ])
    const { owner } = incident
    return {
      incident,
      notes,
      devices,
      colleagues: people.filter(({ id }) => id !== owner?.id && id !== account.userId),
      ...(procedure !== undefined && { procedure }),
      // An owner who may no longer see the incident is absent, too.
      ...(owner !== null && { isOwnerPresent: people.some(({ id, isPresent }) => isPresent && id === owner.id) }),
    }
  })

  serve(api, wire.reportIncident, async (request) => {
    const { account } = identityOf(request)
    const report = parseInput(newReport, request.body)
    await requireCondominium(database, account, report.condominiumId)
    return reportIncident(bus, { account, actor: actorOf(request), report }, now())
  })

  serve(api, wire.incidentAction, async (request) => {
    const { account } = identityOf(request)
    const { id } = request.params
    await requireIncident(account, id)
    const action = parseInput(incidentAction, request.body)
    return doWithIncident(bus, { id, account, actor: actorOf(request), action }, now())
  })

  /** Throws 404 if the incident does not exist or belongs to another customer, 403 if the person may not see its condominium. */
  async function requireIncident(account: Account, id: string): Promise<IncidentView> {
    const [view] = await incidentViews(database, 'incidents.id = $1', [id], now())
    if (view === undefined || view.customersId !== account.customersId) throw new Refusal(404)
    const { condominiumId } = view.incident
    if (condominiumId !== null) await requireCondominium(database, account, condominiumId)
    return view
  }
}

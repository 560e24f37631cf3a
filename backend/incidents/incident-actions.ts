import type * as v from 'valibot'
import type { IncidentEvent } from '../../contract/incidents/incident.machine.ts'
import { longestSilenceMs } from '../../contract/incidents/incident-rules.ts'
import { reportSentence } from '../../contract/incidents/report-texts.ts'
import { isPending, type ProcedureEvent } from '../../contract/procedures/procedure.machine.ts'
import type { Incident } from '../../contract/wire/answers/incidents.ts'
import {
  type incidentAction,
  longestSilenceText,
  type newReport,
  type StepAction,
} from '../../contract/wire/requests/incidents.ts'
import type { Account } from '../access/users.ts'
import type { Bus } from '../bus/bus.ts'
import type { BusMessage } from '../bus/bus-message.ts'
import type { Queryable } from '../database/database.ts'
import { reportEvent } from '../events/report-event.ts'
import type { Actor } from '../evidence/fact.ts'
import { Refusal } from '../http/refusal.ts'
import { heldRun, moveProcedures, moveRun, saveRuns } from '../procedures/procedure-runs.ts'
import { notifyOfIncidents } from './incident-notifications.ts'
import { holdIncidents, recordNotes, saveIncidents } from './incident-store.ts'
import { peopleWhoSee } from './incident-stories.ts'
import { type IncidentView, incidentViews, seenIncidents } from './incident-views.ts'
import { beginIncident, lifeOf, type MovedIncident, moveIncident } from './moved-incident.ts'

const texts = { over: 'Registrada já resolvida.' } as const

type Action = v.InferOutput<typeof incidentAction>

/** Incident, action and person; the route has checked the person's right. */
export type IncidentActionRequest = { id: string; account: Account; actor: Actor; action: Action }

/**
 * Carries out a person's action on a visible incident (INC-3, INC-4, DESK-5), in one transaction with its record and notification; of two
 * concurrent claims one succeeds. Rejects with a 409 `Refusal` that contains the current incident, 422 for an invalid time or colleague,
 * 404 if the incident is deleted.
 */
export function doWithIncident(
  bus: Bus,
  { id, account, actor, action }: IncidentActionRequest,
  now: number,
): Promise<Incident> {
  return bus.commit(async (transaction, announce) => {
    const [incident] = await holdIncidents(transaction, [id])
    if (incident === undefined) throw new Refusal(404)
    if (isDone(incident, account, action)) return (await viewOf(transaction, id, now)).incident
    if (action.deed === 'comment') incident.notes.push(commentOf(action.text, account, now))
    else if ('run' in action) await actOnStep(transaction, incident, account, action, now)
    else {
      const event = await eventOf(transaction, incident, account, action, now)
      if (!incident.snapshot.can(event)) throw new Refusal(409, await conflictOf(transaction, incident, now))
      if (action.deed === 'close') await closeProcedure(transaction, incident, account, action.unmetReason, now)
      moveIncident(incident, event)
    }
    return store(transaction, announce, { incident, actor, now })
  })
}

/** A written occurrence, with its writer and a condominium that the writer may see. */
export type ReportRequest = { account: Account; actor: Actor; report: v.InferOutput<typeof newReport> }

/**
 * Stores a written occurrence, in one transaction with its event, record and notification (BOOK-1). The writer is its owner, unless its gravity is
 * high: such an occurrence calls everybody until a person claims it.
 */
export function reportIncident(
  bus: Bus,
  { account, actor, report: { condominiumId, isOver, ...report } }: ReportRequest,
  now: number,
): Promise<Incident> {
  const { customersId, userId: by } = account
  const place = { customersId, condominiumId, wordCode: '' }
  const incident = beginIncident({ ...place, kind: 'reported', at: now, failing: 1, report })
  incident.notes = incident.notes.map((opened) => ({ ...opened, by, text: reportSentence(report) }))
  if (report.gravity !== 'high' || isOver) moveIncident(incident, { type: 'person.claimed', at: now, by })
  if (isOver) moveIncident(incident, { type: 'person.closed', at: now, by, word: texts.over })
  const event = { condominiumId, wordCode: '', ip: '', kind: 'reported', description: reportSentence(report) }
  return bus.commit(async (transaction, announce) => {
    await reportEvent(transaction, announce, { ...event, at: new Date(now).toISOString() }, now)
    return store(transaction, announce, { incident, actor, now })
  })
}

async function store(
  transaction: Queryable,
  announce: (message: BusMessage) => void,
  { incident, actor, now }: { incident: MovedIncident; actor: Actor; now: number },
): Promise<Incident> {
  await saveIncidents(transaction, [incident])
  await recordNotes(transaction, [incident], actor)
  await moveProcedures(transaction, [incident.id], now)
  const view = await viewOf(transaction, incident.id, now)
  announce({ kind: 'incidents', list: [view] })
  const due = incident.notices.map((notice) => ({ ...view, notice }))
  const notifications = await notifyOfIncidents(transaction, due, now)
  if (notifications.length > 0) announce({ kind: 'notifications', list: notifications })
  return view.incident
}

/**
 * Moves incidents from one person to the next at a change of shift, as far as the next person sees them (INC-7). Resolves to the moved
 * incidents; the caller announces them.
 */
export async function handOverAllOf(
  transaction: Queryable,
  { from, to, actor }: { from: Account; to: Account; actor: Actor },
  at: number,
): Promise<IncidentView[]> {
  const own = await seenIncidents(transaction, to, "context ->> 'owner' = $4", [from.userId], at)
  const incidents = await holdIncidents(
    transaction,
    own.map(({ id }) => id),
  )
  const moved = incidents.filter((incident) => {
    const event: IncidentEvent = { type: 'person.relieved', at, by: from.userId, to: to.userId }
    if (incident.snapshot.context.owner !== from.userId || !incident.snapshot.can(event)) return false
    moveIncident(incident, event)
    return true
  })
  await saveIncidents(transaction, moved)
  await recordNotes(transaction, moved, actor)
  return incidentViews(transaction, 'incidents.id = any($1)', [moved.map(({ id }) => id)], at)
}

function commentOf(text: string, { userId }: Account, at: number): MovedIncident['notes'][number] {
  return { act: 'commented', at, by: userId, to: null, text, until: null }
}

/** Accepts a repeated claim by the current owner: a second click is not a conflict. */
function isDone({ snapshot }: MovedIncident, { userId }: Account, { deed }: Action): boolean {
  const { owner, passed } = snapshot.context
  return (deed === 'claim' || deed === 'take-over') && snapshot.hasTag('open') && owner === userId && passed === null
}

async function eventOf(
  transaction: Queryable,
  incident: MovedIncident,
  account: Account,
  action: Exclude<Action, { deed: 'comment' } | StepAction>,
  at: number,
): Promise<IncidentEvent> {
  const by = account.userId
  switch (action.deed) {
    case 'claim':
      return { type: 'person.claimed', at, by }
    case 'release':
      return { type: 'person.released', at, by }
    case 'hand-over': {
      const { to } = action
      if (to === by || to === incident.snapshot.context.owner)
        throw new Refusal(422, { fields: { to: 'Escolha outra pessoa.' } })
      const people = await peopleWhoSee(transaction, incident, at)
      if (!people.some(({ id }) => id === to))
        throw new Refusal(422, { fields: { to: 'Escolha alguém que veja este condomínio.' } })
      return { type: 'person.handedOver', at, by, to }
    }
    case 'take-over': {
      const from = incident.snapshot.context.owner ?? ''
      const owner = (await peopleWhoSee(transaction, incident, at)).find(({ id }) => id === from)
      if (owner?.isPresent === true && from !== by) {
        const { incident: current } = await viewOf(transaction, incident.id, at)
        throw new Refusal(409, { message: `${owner.name} está no painel: peça que passe a ocorrência.`, current })
      }
      return from === by ? { type: 'person.claimed', at, by } : { type: 'person.tookOver', at, by, from }
    }
    case 'silence': {
      const until = action.until.getTime()
      if (until <= at) throw new Refusal(422, { fields: { until: 'Escolha uma hora que ainda não passou.' } })
      if (until > at + longestSilenceMs) throw new Refusal(422, { fields: { until: longestSilenceText } })
      return { type: 'person.silenced', at, by, until, reason: action.reason }
    }
    case 'end-silence':
      return { type: 'person.endedSilence', at, by }
    case 'close':
      return { type: 'person.closed', at, by, word: action.word }
  }
}

/**
 * Changes the state of a step in the running procedure; throws 409 if the step is settled, or belongs to another run
 * (PROC-2).
 */
async function actOnStep(
  transaction: Queryable,
  incident: MovedIncident,
  { userId }: Account,
  action: StepAction,
  at: number,
): Promise<void> {
  const run = await heldRun(transaction, incident.id)
  const event = stepEventOf(action, userId, at)
  if (run?.id !== action.run || !run.snapshot.can(event)) {
    const { incident: current } = await viewOf(transaction, incident.id, at)
    throw new Refusal(409, { message: 'Este passo mudou. Veja como ele está agora.', current })
  }
  moveRun(run, event)
  incident.notes.push(...run.notes)
  await saveRuns(transaction, [run])
}

function stepEventOf(action: StepAction, by: string, at: number): ProcedureEvent {
  const { deed, step } = action
  switch (deed) {
    case 'do-step':
      return { type: 'step.done', at, by, step }
    case 'skip-step':
      return { type: 'step.skipped', at, by, step, reason: action.reason }
    case 'reopen-step':
      return { type: 'step.reopened', at, by, step }
    case 'call':
      return { type: 'step.called', at, by, step, to: action.to, isAnswered: action.isAnswered }
  }
}

/**
 * Ends the running procedure; throws 422 with the open required steps if the person gave no reason for these steps
 * (PROC-2).
 */
async function closeProcedure(
  transaction: Queryable,
  incident: MovedIncident,
  { userId }: Account,
  reason = '',
  at: number,
): Promise<void> {
  const run = await heldRun(transaction, incident.id)
  if (run === undefined || !run.snapshot.hasTag('running')) return
  const event: ProcedureEvent = { type: 'incident.closed', at, by: userId, reason }
  if (!run.snapshot.can(event)) {
    const open = run.snapshot.context.steps.filter(isPending).map(({ text }) => text)
    const message = `Faltam passos obrigatórios: ${open.join('; ')}. Faça os passos, ou escreva por que não foram feitos.`
    throw new Refusal(422, { message, fields: { unmetReason: message } })
  }
  moveRun(run, event)
  incident.notes.push(...run.notes)
  await saveRuns(transaction, [run])
}

async function viewOf(transaction: Queryable, id: string, now: number): Promise<IncidentView> {
  const [view] = await incidentViews(transaction, 'incidents.id = $1', [id], now)
  if (view === undefined) throw new Refusal(404)
  return view
}

async function conflictOf(transaction: Queryable, incident: MovedIncident, now: number) {
  const { incident: current } = await viewOf(transaction, incident.id, now)
  return { message: conflictText(incident, current.owner?.name ?? ''), current }
}

function conflictText({ snapshot }: MovedIncident, owner: string): string {
  if (!snapshot.hasTag('open')) return 'Esta ocorrência já terminou.'
  if (lifeOf(snapshot) === 'new') return 'Ninguém está cuidando desta ocorrência. Veja como ela está agora.'
  if (owner !== '') return `${owner} já está cuidando desta ocorrência.`
  return 'Esta ocorrência mudou. Veja como ela está agora.'
}

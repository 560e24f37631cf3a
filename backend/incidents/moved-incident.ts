import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { initialTransition, transition } from 'xstate'
import { type IncidentContext, type IncidentEvent, incidentMachine } from '../../contract/incidents/incident.machine.ts'
import { type IncidentSnapshot, incidentDueAt } from '../../contract/incidents/incident-due.ts'
import { openLives } from '../../contract/incidents/open-lives.ts'
import type { Alarm } from '../../contract/wire/answers/event-kinds.ts'
import { type IncidentAct, incidentActs } from '../../contract/wire/answers/incident-story.ts'
import {
  failureEnds,
  type IncidentKind,
  type IncidentLife,
  type IncidentNotice,
  incidentEnds,
  incidentKinds,
  incidentNotices,
  type Report,
} from '../../contract/wire/answers/incidents.ts'

/**
 * Step in the history of an incident, with the person; `to` is the previous owner for `taken-over`, `step` the text of a step of the
 * procedure. Times in milliseconds since the epoch.
 */
export type Note = {
  act: IncidentAct
  at: number
  by: string | null
  to: string | null
  text: string
  step?: string
  until: number | null
}

/** An incident with its notes and notices since it was read, made by its chart's pure transitions (INC-2). */
export type MovedIncident = {
  readonly id: string
  readonly customersId: string
  /** Null for a service failure. */
  readonly condominiumId: string | null
  /** Only for an incident of one device, else ''. */
  readonly wordCode: string
  /** The catalogued kind of an `alarm`, else null. */
  readonly alarm: Alarm | null
  readonly openedAt: number
  /** Order of the last beginning; infinite for an incident that is not stored yet. */
  readonly sequence: number
  /** Version when read; 0 for a new incident. */
  readonly version: number
  /** Only for the kind 'reported'. */
  readonly report: Report | null
  snapshot: IncidentSnapshot
  notes: Note[]
  notices: IncidentNotice[]
}

export type NewIncident = Pick<MovedIncident, 'customersId' | 'condominiumId' | 'wordCode'> & {
  kind: IncidentKind
  alarm?: Alarm | null | undefined
  at: number
  failing: number
  report?: Report
}

type Effects = ReturnType<typeof initialTransition<typeof incidentMachine>>[1]

const noteEffect = v.object({ type: v.literal('note'), params: v.object({ act: v.picklist(incidentActs) }) })
const notificationEffect = v.object({
  type: v.literal('tell'),
  params: v.object({ notice: v.nullable(v.picklist(incidentNotices)) }),
})

export function beginIncident({ report, alarm = null, ...place }: NewIncident): MovedIncident {
  const { customersId, condominiumId, wordCode, kind, at, failing } = place
  const calls = report === undefined || report.gravity === 'high'
  const [snapshot, effects] = initialTransition(incidentMachine, { kind, at, failing, calls })
  const incident: MovedIncident = {
    id: randomUUID(),
    customersId,
    condominiumId,
    wordCode,
    alarm,
    openedAt: at,
    sequence: Number.POSITIVE_INFINITY,
    version: 0,
    report: report ?? null,
    snapshot,
    notes: [],
    notices: [],
  }
  carryOut(incident, effects, { type: 'clock.reached', at })
  return incident
}

/** Sends an event to the chart; an event that the current state does not handle changes nothing. */
export function moveIncident(incident: MovedIncident, event: IncidentEvent): void {
  const [next, effects] = transition(incidentMachine, incident.snapshot, event)
  incident.snapshot = next
  carryOut(incident, effects, event)
}

/** Sends the clock event if a timer of the chart is due at `now`. */
export function moveByClock(incident: MovedIncident, now: number): void {
  for (let dueAt = incidentDueAt(incident.snapshot); dueAt !== null && dueAt <= now; ) {
    moveIncident(incident, { type: 'clock.reached', at: now })
    const next = incidentDueAt(incident.snapshot)
    if (next === dueAt) return
    dueAt = next
  }
}

function carryOut(incident: MovedIncident, effects: Effects, event: IncidentEvent): void {
  for (const effect of effects) {
    const noted = v.safeParse(noteEffect, effect)
    if (noted.success) incident.notes.push(noteOf(noted.output.params.act, event))
    const notified = v.safeParse(notificationEffect, effect)
    if (notified.success && notified.output.params.notice !== null) incident.notices.push(notified.output.params.notice)
  }
}

function noteOf(act: IncidentAct, event: IncidentEvent): Note {
  return {
    act,
    at: event.at,
    by: 'by' in event ? event.by : null,
    to: 'to' in event ? event.to : 'from' in event ? event.from : null,
    text: 'reason' in event ? event.reason : 'word' in event ? event.word : '',
    until: 'until' in event ? event.until : null,
  }
}

export function lifeOf(snapshot: IncidentSnapshot): IncidentLife {
  const { life } = snapshot.value
  return typeof life === 'string' ? life : life.open
}

const time = v.number()

/** Stored parts of a chart: state value and context. */
export const storedChart = v.pipe(
  v.object({
    state: v.object({
      notice: v.picklist(['gathering', 'told', 'quiet']),
      signal: v.picklist(['steady', 'oscillating']),
      life: v.union([v.picklist(['resolved', 'closed', 'merged']), v.object({ open: v.picklist(openLives) })]),
    }),
    context: v.object({
      kind: v.picklist(incidentKinds),
      calls: v.optional(v.boolean(), true),
      beganAt: time,
      failing: v.number(),
      failedAt: time,
      times: v.number(),
      changes: v.array(time),
      owner: v.nullable(v.string()),
      passed: v.optional(v.nullable(v.object({ by: v.string(), at: time })), null),
      silence: v.nullable(v.object({ until: time, reason: v.string(), by: v.string() })),
      resolvedAt: v.nullable(time),
      clearedBy: v.picklist(failureEnds),
      end: v.nullable(v.picklist(incidentEnds)),
      reopenings: v.number(),
      word: v.string(),
    }) satisfies v.GenericSchema<unknown, IncidentContext>,
  }),
  v.transform(({ state, context }): IncidentSnapshot => incidentMachine.resolveState({ value: state, context })),
)

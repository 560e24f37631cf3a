import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { initialTransition, type SnapshotFrom, transition } from 'xstate'
import { isOpen } from '../../contract/incidents/open-lives.ts'
import { type MovedStep, type ProcedureEvent, procedureMachine } from '../../contract/procedures/procedure.machine.ts'
import { type ProcedureKind, procedureKindOf, procedureKinds } from '../../contract/procedures/procedure-kinds.ts'
import { incidentActs } from '../../contract/wire/answers/incident-story.ts'
import { incidentLives, incidentSchema } from '../../contract/wire/answers/incidents.ts'
import {
  type ProcedureRun,
  type ProcedureStep,
  procedureStep,
  stepStates,
} from '../../contract/wire/answers/procedures.ts'
import { namesOf } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { columnsOf } from '../database/row-values.ts'
import { holdIncidents, recordNotes, saveNotes } from '../incidents/incident-store.ts'
import type { Note } from '../incidents/moved-incident.ts'
import { isOpenIncident } from '../incidents/open-incidents.ts'
import { procedureFinder } from './procedures.ts'

type Snapshot = SnapshotFrom<typeof procedureMachine>

/** A run of a procedure that the chart's pure transitions change, with the notes since the run was read (PROC-2). */
export type MovedRun = { id: string; incidentId: string; reopenings: number; snapshot: Snapshot; notes: Note[] }

const noteEffect = v.object({
  type: v.literal('note'),
  params: v.object({ act: v.picklist(incidentActs), steps: v.array(v.number()) }),
})

const storedStep = v.object({
  ...procedureStep.entries,
  state: v.picklist(stepStates),
  by: v.nullable(v.string()),
  at: v.nullable(v.number()),
  reason: v.string(),
  calls: v.array(v.object({ by: v.string(), at: v.number(), to: v.string(), isAnswered: v.boolean() })),
}) satisfies v.GenericSchema<unknown, MovedStep>

const stored = {
  run: v.string(),
  reopenings: v.number(),
  state: v.picklist(['pending', 'ready', 'over']),
  context: v.object({ kind: v.picklist(procedureKinds), steps: v.array(storedStep) }),
}
const runRow = v.pipe(
  v.object({ incidentId: v.string(), ...stored }),
  v.transform(({ run, incidentId, reopenings, state, context }): MovedRun => {
    const value = state === 'over' ? state : { running: state }
    return { id: run, incidentId, reopenings, snapshot: procedureMachine.resolveState({ value, context }), notes: [] }
  }),
)

/** Reads the last run of the incident. The caller must have locked the incident. */
export async function heldRun(database: Queryable, incidentId: string): Promise<MovedRun | undefined> {
  const [run] = await database.query(
    `select incident_id as "incidentId", run, reopenings, state, context from incident_procedures where incident_id = $1`,
    [incidentId],
    runRow,
  )
  return run
}

/** Sends an event to the chart; an event that the current state does not handle changes nothing. */
export function moveRun(run: MovedRun, event: ProcedureEvent): void {
  const [next, effects] = transition(procedureMachine, run.snapshot, event)
  const { steps } = run.snapshot.context
  for (const effect of effects) {
    const noted = v.safeParse(noteEffect, effect)
    if (!noted.success) continue
    const texts = noted.output.params.steps.flatMap((step) => steps[step]?.text ?? [])
    const { act } = noted.output.params
    const note = { act, at: event.at, by: 'by' in event ? event.by : null, to: null, until: null }
    const text = 'reason' in event && act === 'step-skipped' ? event.reason : 'to' in event ? event.to : ''
    // The steps that were not needed share one note.
    for (const step of act === 'steps-unneeded' && texts.length > 0 ? [texts.join('; ')] : texts)
      run.notes.push({ ...note, text, step })
  }
  run.snapshot = next
}

export async function saveRuns(transaction: Queryable, runs: readonly MovedRun[]): Promise<void> {
  if (runs.length === 0) return
  const rows = runs.map(({ id, incidentId, reopenings, snapshot: { value, context } }) => ({
    ...{ id, incidentId, reopenings, context: JSON.stringify(context) },
    state: typeof value === 'string' ? value : value.running,
  }))
  await transaction.execute(
    `insert into incident_procedures (incident_id, run, reopenings, state, context)
     select incident_id, run, reopenings, state, context::jsonb
     from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[]) as moved (incident_id, run, reopenings, state, context)
     on conflict (incident_id) do update set run = excluded.run, reopenings = excluded.reopenings, state = excluded.state,
       context = excluded.context`,
    columnsOf(rows, ['incidentId', 'id', 'reopenings', 'state', 'context']),
  )
}

const movedRow = v.object({
  id: v.string(),
  customersId: v.string(),
  condominiumId: v.nullable(v.string()),
  kind: v.string(),
  scope: incidentSchema.entries.scope,
  life: v.picklist(incidentLives),
  isTold: v.boolean(),
  times: v.number(),
  procedure: v.nullable(v.object(stored)),
})
type Moved = v.InferOutput<typeof movedRow>

/**
 * Begins the procedure of each incident whose extent is clear, begins another procedure if the incident grew or
 * reopened, and ends the procedure of an incident that has ended (PROC-2). `now` in milliseconds since the epoch.
 */
export async function moveProcedures(
  transaction: Queryable,
  incidentIds: readonly string[],
  now: number,
): Promise<void> {
  if (incidentIds.length === 0) return
  const moved = await transaction.query(
    `select id, customers_id as "customersId", condominium_id as "condominiumId", kind, scope, life,
       incidents.state ->> 'notice' = 'told' as "isTold", (incidents.context ->> 'reopenings')::int as times,
       to_jsonb(running) - 'incident_id' as procedure
     from incidents left join incident_procedures as running on incident_id = id
     where id = any($1) and (${isOpenIncident} or running.state <> 'over')`,
    [incidentIds],
    movedRow,
  )
  if (moved.length === 0) return
  const stepsFor = await procedureFinder(transaction, moved)
  const runs = moved.flatMap((each) => movedRun(each, stepsFor, now) ?? [])
  await saveRuns(transaction, runs)
  const noted = new Map(
    runs.filter(({ notes }) => notes.length > 0).map(({ incidentId, notes }) => [incidentId, notes]),
  )
  const incidents = await holdIncidents(transaction, [...noted.keys()])
  for (const incident of incidents) incident.notes.push(...(noted.get(incident.id) ?? []))
  await saveNotes(transaction, incidents)
  await recordNotes(transaction, incidents)
}

/** Returns the changed run; undefined if nothing changed. */
function movedRun(
  incident: Moved,
  stepsFor: (incident: Moved, kind: ProcedureKind) => readonly ProcedureStep[],
  at: number,
): MovedRun | undefined {
  const { id: incidentId, procedure, life, times, isTold } = incident
  const run = procedure === null ? undefined : v.parse(runRow, { incidentId, ...procedure })
  const before = run?.snapshot
  if (!isOpen({ life })) {
    if (run !== undefined) moveRun(run, { type: 'incident.ended', at })
    return run
  }
  const kind = procedureKindOf(incident)
  if (!isTold || kind === undefined) return undefined
  if (run === undefined || run.reopenings < times) {
    const steps = stepsFor(incident, kind)
    if (steps.length === 0) return undefined
    const [snapshot] = initialTransition(procedureMachine, { kind, steps })
    return { id: randomUUID(), incidentId, reopenings: times, snapshot, notes: [] }
  }
  if (run.snapshot.context.kind !== kind)
    moveRun(run, { type: 'incident.grew', at, kind, steps: stepsFor(incident, kind) })
  return run.snapshot === before ? undefined : { ...run, id: randomUUID() }
}

/** Returns the last run of the incident for display; an erased person has no name. */
export async function runOf(database: Queryable, incidentId: string): Promise<ProcedureRun | undefined> {
  const run = await heldRun(database, incidentId)
  if (run === undefined) return undefined
  const { kind, steps } = run.snapshot.context
  const people = steps.flatMap(({ by, calls }) => [by ?? [], calls.map((call) => call.by)].flat())
  const names = await namesOf(database, people)
  const named = (id: string) => ({ id, name: names.get(id) ?? '' })
  return {
    run: run.id,
    kind,
    isOver: !run.snapshot.hasTag('running'),
    steps: steps.map(({ by, at, calls, ...step }) => ({
      ...step,
      by: by === null ? null : named(by),
      at: at === null ? null : new Date(at).toISOString(),
      calls: calls.map((call) => ({ ...call, by: named(call.by), at: new Date(call.at).toISOString() })),
    })),
  }
}

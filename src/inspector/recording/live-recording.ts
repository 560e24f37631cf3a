import type { AnyActor, AnyEventObject, AnyStateMachine, StateValue } from 'xstate'
import { activeStates, type ChartDescription, describeChart } from '../charts/chart-description.ts'
import { movesOf } from '../charts/chart-parts.ts'
import type { Recorder } from './recorder.ts'
import type { Life, Outcome, RecordedActor, RecordedEvent, RecordedState, Recording } from './recording.ts'
import { type ActorState, actorStateOf, isAlive, isOfChart, type Record, type Tracked } from './tracked-actor.ts'

/** Turns the recorder's references into readable data on demand. */
export class LiveRecording implements Recording {
  readonly isLive = true
  readonly #recorder: Recorder
  readonly #machines = new Map<string, AnyStateMachine>()
  readonly #charts = new Map<string, ChartDescription>()
  readonly #moveIds = new WeakMap<object, string>()
  readonly #known = new WeakSet<AnyStateMachine>()

  constructor(recorder: Recorder) {
    this.#recorder = recorder
  }

  get startedAt(): number {
    return this.#recorder.startedAt
  }

  get seqs(): readonly number[] {
    return this.#recorder.seqs
  }

  get endSeq(): number {
    return this.#recorder.endSeq
  }

  actorsAt(seq: number | null): readonly RecordedActor[] {
    const living: RecordedActor[] = []
    for (const tracked of this.#recorder.actors.values())
      if (livesAt(tracked, seq)) living.push(this.#describe(tracked))
    return living
  }

  actors(): readonly RecordedActor[] {
    return [...this.#recorder.actors.values()].map((tracked) => this.#describe(tracked))
  }

  actor(id: string): RecordedActor | undefined {
    const tracked = this.#recorder.actors.get(id)
    return tracked === undefined ? undefined : this.#describe(tracked)
  }

  lifeOf(id: string): Life {
    const tracked = this.#recorder.actors.get(id)
    return tracked === undefined ? { firstSeq: 0, endSeq: null } : lifeOf(tracked)
  }

  /** The actor, to send events to; undefined after its end. */
  ref(id: string): AnyActor | undefined {
    const ref = this.#recorder.actors.get(id)?.ref
    return ref != null && isAlive(ref) ? ref : undefined
  }

  /** Notes that the actor will never receive an event. */
  discard(actorId: string, event: AnyEventObject): void {
    this.#recorder.discard(actorId, event)
  }

  event(seq: number): RecordedEvent | undefined {
    const record = this.#recorder.record(seq)
    if (record === undefined) return undefined
    this.#machineOf(record.target)
    return {
      seq,
      at: record.time,
      sourceId: record.sourceId,
      targetId: record.target.id,
      type: record.event.type,
      outcome: outcomeOf(record),
      moves: record.transitions.flatMap((transition) => this.#moveIds.get(transition) ?? []),
    }
  }

  payload(seq: number): unknown {
    return this.#recorder.record(seq)?.event
  }

  stateAt(actorId: string, seq: number | null): RecordedState | undefined {
    const tracked = this.#recorder.actors.get(actorId)
    if (tracked === undefined) return undefined
    const actorState = seq === null ? this.#actorStateNow(tracked) : this.#actorStateAt(tracked, seq)
    return actorState && this.#stateOf(tracked, actorState)
  }

  lastMove(actorId: string, seq: number | null): RecordedEvent | undefined {
    const tracked = this.#recorder.actors.get(actorId)
    const found = tracked && this.#lastOf(tracked, seq, ({ transitions }) => transitions.length > 0)
    return found && this.event(found.seq)
  }

  chart(chartId: string): ChartDescription | undefined {
    const known = this.#charts.get(chartId)
    if (known !== undefined) return known
    const machine = this.#machines.get(chartId)
    if (machine === undefined) return undefined
    const described = describeChart(machine)
    this.#charts.set(chartId, described)
    return described
  }

  #actorStateNow(tracked: Tracked): ActorState | undefined {
    const snapshot = tracked.ref?.getSnapshot()
    return snapshot === undefined ? this.#actorStateAt(tracked, this.endSeq) : actorStateOf(snapshot)
  }

  #actorStateAt(tracked: Tracked, seq: number): ActorState | undefined {
    if (tracked.firstSeq > seq) return undefined
    return this.#lastOf(tracked, seq, ({ isDone, isDropped }) => isDone && !isDropped) ?? tracked.before ?? undefined
  }

  #lastOf(tracked: Tracked, seq: number | null, isWanted: (record: Record) => boolean): Record | undefined {
    const last = seq ?? this.endSeq
    let record = tracked.newest
    for (let left = tracked.kept; left > 0 && record !== null; left -= 1) {
      if (record.seq <= last && isWanted(record)) return record
      record = record.previous
    }
    return undefined
  }

  #stateOf(tracked: Tracked, { value, context, end }: ActorState): RecordedState {
    const chart = this.chart(this.#machineOf(tracked)?.id ?? '')
    const status = end?.status
    return {
      status: status === 'done' || status === 'error' || status === 'stopped' ? status : 'active',
      value: value ?? null,
      tags: chart === undefined || value === undefined ? [] : tagsOf(chart, value),
      context,
      output: end?.output,
      error: end?.error,
    }
  }

  #describe(tracked: Tracked): RecordedActor {
    const { id, parentId } = tracked
    const machine = this.#machineOf(tracked)
    const kind = machine === null ? 'service' : 'machine'
    return { id, parentId, name: nameOf(tracked, machine), kind, chartId: machine?.id ?? null }
  }

  /** Machines made from one chart (`provide`) have different transition objects. */
  #machineOf(tracked: Tracked): AnyStateMachine | null {
    tracked.machine ??= machineNow(tracked)
    const { machine } = tracked
    if (machine === null || this.#known.has(machine)) return machine
    this.#known.add(machine)
    this.#machines.set(machine.id, machine)
    for (const { definition, id } of movesOf(machine)) this.#moveIds.set(definition, id)
    return machine
  }
}

/** Taken from the snapshot: with lazily loaded logic (`deferred`) the actor's logic is not the machine. */
function machineNow({ ref }: Tracked): AnyStateMachine | null {
  const snapshot: unknown = ref?.getSnapshot()
  return isOfChart(snapshot) ? snapshot.machine : null
}

function tagsOf(chart: ChartDescription, value: StateValue): string[] {
  const active = activeStates(chart, value)
  return [...new Set(chart.states.flatMap(({ id, tags }) => (active.has(id) ? tags : [])))]
}

function livesAt(tracked: Tracked, seq: number | null): boolean {
  if (seq === null) return tracked.ref !== null && isAlive(tracked.ref)
  const { firstSeq, endSeq } = lifeOf(tracked)
  return firstSeq <= seq && (endSeq === null || endSeq > seq)
}

/** If the actor threw, its life ended with the event that it did not complete. */
function lifeOf({ firstSeq, endSeq, ref, at }: Tracked): Life {
  if (endSeq !== null || (ref !== null && isAlive(ref))) return { firstSeq, endSeq }
  return { firstSeq, endSeq: at?.seq ?? firstSeq }
}

function outcomeOf({ isDropped, isDone, event, target, transitions, seq, value }: Record): Outcome {
  if (isDropped) return 'dropped'
  if (!isDone) return target.ref?.getSnapshot()?.status === 'error' ? 'failed' : 'waiting'
  if (event.type === 'xstate.init') return 'started'
  if (target.endSeq === seq) return 'ended'
  return value !== undefined && transitions.length === 0 ? 'ignored' : 'taken'
}

/** For a machine: its system id or id. For a service: its name in the parent's chart. */
function nameOf({ systemId, id, ownId, src }: Tracked, machine: AnyStateMachine | null): string {
  if (systemId !== undefined) return systemId
  if (machine !== null) return ownId === id ? machine.id : ownId
  return typeof src === 'string' ? src : ownId
}

import { type AnyActor, type AnyStateMachine, StateMachine } from 'xstate'
import { type ChartDescription, describeChart } from './chart-description.ts'
import { movesOf } from './chart-parts.ts'
import { isAlive, isOfChart, type Record, type Recorder, type Tracked } from './recorder.ts'
import type { Outcome, RecordedActor, RecordedEvent, RecordedState, Recording } from './recording.ts'

/** What a recorder keeps, made into words where somebody looks. */
export class LiveRecording implements Recording {
  readonly isLive = true
  readonly #recorder: Recorder
  readonly #actors = new Map<string, Tracked>()
  readonly #machines = new Map<string, AnyStateMachine>()
  readonly #charts = new Map<string, ChartDescription>()
  readonly #moveIds = new WeakMap<object, string>()
  readonly #known = new WeakSet<AnyStateMachine>()

  constructor(recorder: Recorder) {
    this.#recorder = recorder
  }

  get firstSeq(): number {
    return this.#recorder.firstSeq
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

  actor(id: string): RecordedActor | undefined {
    const tracked = this.#tracked(id)
    return tracked === undefined ? undefined : this.#describe(tracked)
  }

  /** The actor itself, to be sent events. */
  ref(id: string): AnyActor | undefined {
    return this.#tracked(id)?.ref
  }

  event(seq: number): RecordedEvent | undefined {
    const record = this.#recorder.record(seq)
    if (record === undefined) return undefined
    this.#noteMachine(record.target.ref)
    return {
      seq,
      at: record.at,
      sourceId: record.source?.sessionId ?? null,
      targetId: record.target.ref.sessionId,
      type: record.event.type,
      outcome: outcomeOf(record),
      moves: record.transitions.flatMap((transition) => this.#moveIds.get(transition) ?? []),
    }
  }

  payload(seq: number): unknown {
    return this.#recorder.record(seq)?.event
  }

  stateAt(actorId: string, seq: number | null): RecordedState | undefined {
    const tracked = this.#tracked(actorId)
    if (tracked === undefined) return undefined
    const snapshot = seq === null ? tracked.ref.getSnapshot() : this.#snapshotAt(tracked, seq)
    return snapshot === undefined ? undefined : stateOf(snapshot)
  }

  lastMove(actorId: string, seq: number | null): RecordedEvent | undefined {
    const tracked = this.#tracked(actorId)
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

  #snapshotAt(tracked: Tracked, seq: number): unknown {
    if (tracked.firstSeq > seq) return undefined
    return this.#lastOf(tracked, seq, ({ snapshot }) => snapshot !== undefined)?.snapshot ?? tracked.before
  }

  #lastOf(tracked: Tracked, seq: number | null, isWanted: (record: Record) => boolean): Record | undefined {
    const { firstSeq, endSeq } = this.#recorder
    for (let at = Math.min(seq ?? endSeq, endSeq - 1); at >= Math.max(firstSeq, tracked.firstSeq); at -= 1) {
      const record = this.#recorder.record(at)
      if (record?.target === tracked && isWanted(record)) return record
    }
    return undefined
  }

  #tracked(id: string): Tracked | undefined {
    const known = this.#actors.get(id)
    if (known !== undefined) return known
    for (const tracked of this.#recorder.actors.values())
      if (tracked.ref.sessionId === id) {
        this.#actors.set(id, tracked)
        return tracked
      }
    return undefined
  }

  #describe(tracked: Tracked): RecordedActor {
    const { ref } = tracked
    this.#actors.set(ref.sessionId, tracked)
    this.#noteMachine(ref)
    return {
      id: ref.sessionId,
      parentId: ref._parent?.sessionId ?? null,
      name: nameOf(ref),
      kind: ref.logic instanceof StateMachine ? 'machine' : 'service',
      chartId: ref.logic instanceof StateMachine ? ref.logic.id : null,
    }
  }

  /** Machines made from one chart (`provide`) have transitions of their own. */
  #noteMachine({ logic }: AnyActor): void {
    if (!(logic instanceof StateMachine) || this.#known.has(logic)) return
    this.#known.add(logic)
    this.#machines.set(logic.id, logic)
    for (const { definition, id } of movesOf(logic)) this.#moveIds.set(definition, id)
  }
}

function livesAt(tracked: Tracked, seq: number | null): boolean {
  if (seq === null) return isAlive(tracked.ref)
  if (tracked.firstSeq > seq) return false
  const end = tracked.endSeq ?? (isAlive(tracked.ref) ? null : (tracked.waiting[0]?.seq ?? tracked.firstSeq))
  return end === null || end > seq
}

function outcomeOf({ isDropped, snapshot, event, target, transitions, seq }: Record): Outcome {
  if (isDropped) return 'dropped'
  if (snapshot === undefined) return target.ref.getSnapshot()?.status === 'error' ? 'failed' : 'waiting'
  if (event.type === 'xstate.init') return 'started'
  if (target.endSeq === seq) return 'ended'
  return isOfChart(snapshot) && transitions.length === 0 ? 'ignored' : 'taken'
}

function stateOf(snapshot: unknown): RecordedState {
  const { status, context, output, error } = partsOf(snapshot)
  return {
    status: status === 'done' || status === 'error' || status === 'stopped' ? status : 'active',
    value: isOfChart(snapshot) ? snapshot.value : null,
    tags: isOfChart(snapshot) ? [...snapshot.tags] : [],
    context,
    output,
    error,
  }
}

function partsOf(snapshot: unknown): { status?: unknown; context?: unknown; output?: unknown; error?: unknown } {
  return typeof snapshot === 'object' && snapshot !== null ? snapshot : {}
}

/** A machine by its place in the system; a service by the name that its chart has for it. */
function nameOf(ref: AnyActor): string {
  if (ref.systemId !== undefined) return ref.systemId
  if (ref.logic instanceof StateMachine) return ref.id === ref.sessionId ? ref.logic.id : ref.id
  return typeof ref.src === 'string' ? ref.src : ref.id
}

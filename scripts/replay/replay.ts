import { isDeepStrictEqual } from 'node:util'
import { type AnyActor, type AnyStateMachine, createActor, fromCallback, type StateValue } from 'xstate'
import { valueDifferences } from '../../src/inspector/recording/value-differences.ts'
import type { ReplayDocument } from '../../src/inspector/replay/replay-schema.ts'
import { guardsByMove, loneMachine } from './lone-machine.ts'
import { revived } from './revived-value.ts'

/** `text` describes the first difference, in English; `event` is the index of its event. */
export type ReplayResult = { kind: 'same'; events: number } | { kind: 'differs'; event: number; text: string }

type ReplayedEvent = ReplayDocument['events'][number]

/** A timer may fire this much before its recorded time; clocks of browsers are rounded. */
const earlyMs = 50
/** If the recording lacks a timer, the timer fires when it is overdue by this time. */
const overdueMs = 2_000

/**
 * Replays a recorded period with the machine of this build: the recorded events, including the results of services and
 * children, on a clock that has the recorded times. Compares the state after each event (INS-5).
 */
export function replay(document: ReplayDocument, machine: AnyStateMachine): ReplayResult {
  if (machine.id !== document.chart) throw new Error(`the file replays ${document.chart}, not ${machine.id}`)
  const random = Math.random
  try {
    return bestOf(guardChoices(document, machine), (first) => replayed(document, machine, first))
  } finally {
    Math.random = random
  }
}

/**
 * Lists the possible answers to the guards of an actor's first step, which a recording does not contain. `replay` keeps the answers that
 * lead to the recorded state.
 */
function guardChoices({ start }: ReplayDocument, machine: AnyStateMachine): ReadonlyMap<string, boolean>[] {
  if (start !== null) return [new Map()]
  const asked = new Set<string>()
  const logic = loneMachine(machine, (name) => {
    asked.add(name)
    return false
  })
  try {
    new Trial(logic, null, 0, undefined, '')
  } catch {
    // `replayed` has the same error, and reports the error.
  }
  return [...asked].reduce<ReadonlyMap<string, boolean>[]>(
    (choices, name) => choices.flatMap((each) => [new Map([...each, [name, false]]), new Map([...each, [name, true]])]),
    [new Map()],
  )
}

function bestOf<Choice>(choices: readonly Choice[], run: (choice: Choice) => ReplayResult): ReplayResult {
  let best: ReplayResult | undefined
  for (const choice of choices) {
    const result = run(choice)
    if (result.kind === 'same') return result
    if (best?.kind !== 'differs' || result.event > best.event) best = result
  }
  if (best === undefined) throw new Error('nothing was replayed')
  return best
}

function replayed(
  { events, start, actor }: ReplayDocument,
  machine: AnyStateMachine,
  first: ReadonlyMap<string, boolean>,
): ReplayResult {
  const needed = guardsByMove(machine)
  let guards: (name: string) => boolean = (name) => first.get(name) ?? false
  const logic = loneMachine(machine, (name) => guards(name))
  const [begin] = events
  if (begin === undefined) throw new Error('a file without events')
  const differs = (event: number, text: string): ReplayResult => ({
    kind: 'differs',
    event,
    text: `${titleOf(events, event)}: ${text}`,
  })
  const problem = unknownState(machine, start?.value)
  if (problem !== null) return differs(0, `the recording starts in ${valueText(start?.value ?? {})}; ${problem}`)
  const trial = new Trial(logic, start, begin.at, inputOf(begin), actor)
  for (const [index, event] of events.entries()) {
    const before = trial.stateText()
    const moved = trial.passTime(event, events.slice(index))
    if (moved !== null)
      return differs(index, `before it, this build moves by itself (${moved}) from ${before} to ${trial.stateText()}.`)
    const taken = new Set(event.moves.flatMap((id) => needed.get(id) ?? []))
    if (index > 0 || start !== null) {
      guards = (name) => taken.has(name)
      const late = trial.take(event)
      if (late !== null) return differs(index, late)
    }
    const difference = trial.differenceFrom(event)
    if (difference !== null) return differs(index, difference)
  }
  return { kind: 'same', events: events.length }
}

interface Timer {
  at: number
  delayMs: number
  /** Whether the delay depends on a random number, or on a function that the recording does not have. */
  isRandom: boolean
}

/** One actor of this build in its own system, on the clock of the recording. */
class Trial {
  readonly #actor: AnyActor
  readonly #timers = new WeakMap<object, Timer>()
  #now: number
  #isRandom = false

  constructor(logic: AnyStateMachine, start: ReplayDocument['start'], now: number, input: unknown, id: string) {
    this.#now = now
    Math.random = () => {
      this.#isRandom = true
      return 0.5
    }
    // Timers never fire by themselves: `take` and `passTime` send their events.
    const clock = { now: () => this.#now, setTimeout: () => 0, clearTimeout: () => {} }
    const parent = createActor(
      fromCallback(() => {}),
      { clock },
    ).start()
    this.#actor = createActor(logic, {
      parent,
      id,
      ...(start === null ? { input } : { snapshot: snapshotOf(logic, start) }),
    })
    // Without an observer XState would report an error of the actor as uncaught.
    this.#actor.subscribe({ error: () => {} })
    this.#actor.start()
    this.#noteTimers()
  }

  stateText(): string {
    const { status, value, error } = this.#actor.getSnapshot()
    return statusText(status, value, error)
  }

  /** Advances the clock to the event. Returns the delay of a timer that fires only in this build, else null. */
  passTime(event: ReplayedEvent, coming: readonly ReplayedEvent[]): string | null {
    for (const { event: timed, timer, cancel } of this.#scheduled()) {
      const due = timer.at + timer.delayMs
      if (timer.isRandom || due + overdueMs > event.at || coming.some(({ type }) => type === timed.type)) continue
      const before = this.stateText()
      this.#now = Math.max(this.#now, due)
      cancel()
      this.#send(timed)
      if (this.stateText() !== before) return delayText(timed.type, timer.delayMs)
    }
    this.#now = Math.max(this.#now, event.at)
    return null
  }

  /** Sends the event. If the event is a timer whose delay differs in this build, returns a text about the difference, else null. */
  take({ type, payload, at, delayMs, isForced = false }: ReplayedEvent): string | null {
    const armed = this.#scheduled().find(({ event }) => event.type === type)
    if (armed !== undefined) {
      const { timer, cancel } = armed
      const isChecked = !isForced && !timer.isRandom
      const isOther = delayMs !== null && isChecked && timer.delayMs !== delayMs
      if (isOther) return `expected ${delayText(type, delayMs)}; in this build ${delayText(type, timer.delayMs)}.`
      if (isChecked && timer.at + timer.delayMs > at + earlyMs)
        return `expected ${delayText(type, at - timer.at)} after the previous move; in this build ${delayText(type, timer.delayMs)}.`
      cancel()
    }
    const event: unknown = revived(payload)
    this.#send({ ...(typeof event === 'object' && event !== null ? event : {}), type })
    return null
  }

  /** Returns the difference from the recorded state after an event; null if the states are equal. */
  differenceFrom({ state }: ReplayedEvent): string | null {
    if (state === null) return null
    const { status, value, context, error } = this.#actor.getSnapshot()
    if (status === state.status && isDeepStrictEqual(plain(value), plain(state.value))) return null
    const expected = statusText(state.status, state.value)
    return [
      `expected ${expected}, got ${statusText(status, value, error)}.`,
      ...contextDifferences(revived(state.context), context),
    ].join('\n  ')
  }

  #send(event: { type: string }): void {
    this.#isRandom = false
    if (this.#actor.getSnapshot().status === 'active') this.#actor.send(event)
    this.#noteTimers()
  }

  #noteTimers(): void {
    for (const scheduled of this.#own())
      if (!this.#timers.has(scheduled))
        this.#timers.set(scheduled, { at: this.#now, delayMs: scheduled.delay, isRandom: this.#isRandom })
  }

  #own() {
    const { _scheduledEvents } = this.#actor.system.getSnapshot()
    return Object.values(_scheduledEvents).filter(({ source }) => source === this.#actor)
  }

  #scheduled() {
    return this.#own().flatMap((scheduled) => {
      const timer = this.#timers.get(scheduled)
      const cancel = () => this.#actor.system.scheduler.cancel(this.#actor, scheduled.id)
      return timer === undefined ? [] : [{ event: scheduled.event, timer, cancel }]
    })
  }
}

function snapshotOf(machine: AnyStateMachine, { value, context }: NonNullable<ReplayDocument['start']>) {
  const held = revived(context)
  const { _nodes: nodes } = machine.resolveState({ value, context: held })
  const child = { status: 'active', output: undefined, error: undefined, input: undefined }
  return {
    status: 'active' as const,
    value,
    context: held,
    historyValue: {},
    output: undefined,
    error: undefined,
    children: Object.fromEntries(
      nodes.flatMap(({ invoke }) => invoke.map(({ id, src }) => [id, { src, snapshot: child, syncSnapshot: false }])),
    ),
  }
}

function inputOf({ payload }: ReplayedEvent): unknown {
  const event: unknown = revived(payload)
  return typeof event === 'object' && event !== null && 'input' in event ? event.input : undefined
}

function unknownState(machine: AnyStateMachine, value: StateValue | undefined): string | null {
  if (value === undefined) return null
  try {
    machine.resolveState({ value, context: {} })
    return null
  } catch {
    return 'this build has no such state.'
  }
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function titleOf(events: readonly ReplayedEvent[], index: number): string {
  const { seq = 0, type = '' } = events[index] ?? {}
  return `event ${seq} (${type}, ${index + 1} of ${events.length})`
}

function statusText(status: string, value: StateValue, error?: unknown): string {
  if (status === 'error') return `an error (${error instanceof Error ? error.message : String(error)})`
  return status === 'active' ? valueText(value) : `${valueText(value)} (${status})`
}

/** `HALF_OPEN.trying`; the regions of a parallel state with `+`. */
function valueText(value: StateValue): string {
  if (typeof value === 'string') return value
  return Object.entries(value)
    .map(([key, inner]) => {
      const text = inner === undefined ? '' : valueText(inner)
      return text === '' ? key : `${key}.${text.includes(' + ') ? `(${text})` : text}`
    })
    .join(' + ')
}

function delayText(type: string, delayMs: number): string {
  const name = /^xstate\.after\.([^.]+)\./.exec(type)?.[1] ?? type
  return `${name} after ${delayMs.toLocaleString('en')} ms`
}

const mostDifferences = 8

function contextDifferences(expected: unknown, got: unknown): string[] {
  return valueDifferences(expected, got)
    .slice(0, mostDifferences)
    .map(({ path, before, after }) => `${path}: expected ${shortText(before)}, got ${shortText(after)}`)
}

function shortText(text: string | null): string {
  if (text === null) return 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

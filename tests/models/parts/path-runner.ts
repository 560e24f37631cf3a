import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, createActor, type EventObject, type StateValue } from 'xstate'
import { afterAllTests } from './after-all-tests.ts'
import { Coverage } from './coverage.ts'
import { expectSame } from './expect-same.ts'
import { byVerb } from './journal.ts'
import { pathsOf } from './paths.ts'
import { ReportOnce } from './report-once.ts'
import { thisFile } from './this-file.ts'

/** Context fields that every model has. */
export interface ModelContext {
  /** Milliseconds since the start. A step that changes `now` lets that time pass. */
  now: number
  /** Effects that the production machine must have had so far, as journal entries. */
  did: readonly string[]
}

export interface ModelSnapshot<Context> {
  value: StateValue
  context: Context
  tags: ReadonlySet<string>
}

/** The production actor that a path is walked with. */
export interface Subject {
  journal: readonly string[]
  snapshot(): { tags: ReadonlySet<string> }
  settle(): Promise<void>
  advance(ms: number): Promise<void>
  stop(): void
}

export interface PathTests<Context extends ModelContext, Event extends EventObject, Walked extends Subject> {
  /** A chart without `invoke` and `after`. */
  model: AnyStateMachine
  input?: unknown
  /** All events to try, each with its payloads. */
  events: readonly Event[]
  /** Whether the event can occur now, e.g. no answer without a request. The model defines its effect. */
  possible?(event: Event, snapshot: ModelSnapshot<Context>): boolean
  /** Paths continue only once from snapshots with the same key. */
  key(snapshot: ModelSnapshot<Context>): string
  /** Part of a step's kind; by default the model's state. Give another value if the context holds the state. */
  status?(snapshot: ModelSnapshot<Context>): unknown
  /** Paths written by hand, if a path needs to be longer than the key distinguishes. */
  extraPaths?: Readonly<Record<string, readonly Event[]>>
  start(): Walked
  /** Triggers each event in the subject; events of time have no entry. */
  perform: { [Type in Event['type']]?: (subject: Walked, event: Extract<Event, { type: Type }>) => void }
  /** Expected tags of the production machine; by default the tags of the model's states. */
  tags?(snapshot: ModelSnapshot<Context>): Iterable<string>
  expected(snapshot: ModelSnapshot<Context>): unknown
  actual(subject: Walked): unknown
  /** Walks every path, if the selected paths do not reach the whole chart. */
  everyPath?: boolean
  /** Model transitions that no path takes, with the reason. */
  untakenInModel?: Readonly<Record<string, string>>
}

/**
 * Adds one test per path (MBT-1). Paths lead to all steps of the model (a state and the event before it), so they also
 * take ignored events. One step of each kind is walked; `npm test -- models --all` walks all. If many paths fail with
 * the same message, the first reports it and the others are skipped.
 */
export function testPaths<Context extends ModelContext, Event extends EventObject, Walked extends Subject>(
  name: string,
  tests: PathTests<Context, Event, Walked>,
): void {
  const file = thisFile()
  const modelCoverage = new Coverage(tests.model)
  modelCoverage.watch(tests.model)
  const report = new ReportOnce()
  describe(name, () => {
    for (const [title, events] of [...Object.entries(tests.extraPaths ?? {}), ...titledPaths(tests)]) {
      test(title, ({ skip }) => report.run(() => walk(tests, events, modelCoverage), skip))
    }
  })
  // Every transition of the model must be walked.
  afterAllTests(() => {
    expect(
      modelCoverage.missingTransitions(),
      `add an event to 'events', or a reason to 'untakenInModel', in ${file}`,
    ).toEqual(Object.keys(tests.untakenInModel ?? {}))
  })
}

/** Fails the file unless its tests reached every state, transition and guard side, or `unreachable` gives a reason. */
export function testCoverage(coverage: Coverage, unreachable: Readonly<Record<string, string>> = {}): void {
  const file = thisFile()
  afterAllTests(() => {
    console.info(coverage.report())
    const objections = coverage.objections(unreachable)
    if (objections.length > 0)
      expect.fail(
        [`add a step to the model of '${coverage.id}', or a reason to testCoverage in ${file}`, ...objections].join(
          '\n',
        ),
      )
  })
}

async function walk<Context extends ModelContext, Event extends EventObject, Walked extends Subject>(
  {
    model,
    input,
    start,
    perform,
    expected,
    actual,
    tags = (snapshot) => snapshot.tags,
  }: PathTests<Context, Event, Walked>,
  events: readonly Event[],
  modelCoverage: Coverage,
): Promise<void> {
  const modelActor = createActor<AnyStateMachine>(model, { input, inspect: modelCoverage.inspect }).start()
  const modelled = (): ModelSnapshot<Context> => modelActor.getSnapshot()
  const subject = start()
  let done = 0
  const compare = (snapshot: ModelSnapshot<Context>, when: string) =>
    expectSame(
      {
        ...asObject(actual(subject)),
        tags: [...subject.snapshot().tags].sort(),
        did: byVerb(subject.journal.slice(done)),
      },
      {
        ...asObject(expected(snapshot)),
        tags: [...tags(snapshot)].sort(),
        did: byVerb(snapshot.context.did.slice(done)),
      },
      when,
    )
  try {
    await subject.settle()
    compare(modelled(), 'at the start')
    for (const event of events) {
      const before = modelled()
      done = before.context.did.length
      modelActor.send(event)
      const act = perform[event.type as Event['type']] as ((subject: Walked, event: Event) => void) | undefined
      const passesMs = act === undefined ? modelled().context.now - before.context.now : 0
      if (passesMs > 0) {
        await subject.advance(passesMs - 1)
        compare(before, `a millisecond before ${sentence(event)}`)
        await subject.advance(1)
      }
      act?.(subject, event)
      await subject.settle()
      await subject.advance(0)
      compare(modelled(), `after ${sentence(event)}`)
    }
  } finally {
    subject.stop()
  }
}

function titledPaths<Context extends ModelContext, Event extends EventObject, Walked extends Subject>({
  model,
  input,
  events,
  possible = () => true,
  key,
  status = ({ value }) => value,
  everyPath = process.env.TESTS === 'all',
}: PathTests<Context, Event, Walked>): [string, readonly Event[]][] {
  const paths = pathsOf({ model, input, events, possible, key, status, everyPath })
  return paths.map(({ events, end }) => [`${story(events.map(sentence))}: ${nameOf(end)}`, events])
}

/** `{ type: 'signIn.succeeds', minutes: 60 }` → 'signIn succeeds 60'. */
function sentence({ type, ...payload }: EventObject): string {
  const values = Object.values(payload).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return [type.replaceAll('.', ' '), ...values].join(' ')
}

/** Joins sentences with commas; a repeated group appears once with its count. */
function story(sentences: readonly string[]): string {
  const parts: string[] = []
  for (let at = 0; at < sentences.length; ) {
    const [cycle = [], times] = [1, 2, 3]
      .map((length) => sentences.slice(at, at + length))
      .map((cycle) => [cycle, repetitions(cycle, sentences, at)] as const)
      .reduce((best, each) => (each[1] > 1 && each[0].length * each[1] > best[0].length * best[1] ? each : best))
    parts.push(times === 1 ? cycle.join(', ') : `${times} times (${cycle.join(', ')})`)
    at += cycle.length * times
  }
  return parts.join(', ') || 'nothing happens'
}

function repetitions(cycle: readonly string[], sentences: readonly string[], from: number): number {
  let times = 1
  const follows = () => cycle.every((each, index) => sentences[from + times * cycle.length + index] === each)
  while (follows()) times += 1
  return times
}

/** A state value as its dotted names. */
export function nameOf(value: StateValue): string {
  if (typeof value === 'string') return value
  return Object.entries(value)
    .map(([state, inner]) => (inner === undefined || nameOf(inner) === '' ? state : `${state}.${nameOf(inner)}`))
    .join(' and ')
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : { value }
}

import {
  type Actor,
  type AnyStateMachine,
  createActor,
  createMachine,
  type EventFromLogic,
  type InputFrom,
  type InspectionEvent,
  type SnapshotFrom,
} from 'xstate'
import { eventEntry } from './journal.ts'
import { StandIns } from './stand-ins.ts'
import { StepClock } from './step-clock.ts'

/** Start time of every simulated test. */
export const epoch = Date.parse('2026-03-02T09:00:00Z')

/** A production machine with a simulated clock and stand-ins for its services. */
export interface Production<Machine extends AnyStateMachine> {
  clock: StepClock
  standIns: StandIns
  journal: readonly string[]
  /** Errors that the machine threw. */
  crashes: readonly unknown[]
  ref: Actor<Machine>
  snapshot(): SnapshotFrom<Machine>
  /** Milliseconds since the start. */
  elapsed(): number
  send(event: EventFromLogic<Machine>): void
  settle(): Promise<void>
  /** Advances the clock from deadline to deadline. */
  advance(ms: number): Promise<void>
  stop(): void
}

interface Run<Machine extends AnyStateMachine> {
  input?: InputFrom<Machine>
  standIns?: StandIns
  clock?: StepClock
  inspect?: (event: InspectionEvent) => void
}

/** Runs a machine under a parent that records its reports and crashes. */
export function runUnderRecorder<Machine extends AnyStateMachine>(
  machine: Machine,
  { input, standIns = new StandIns(), clock = new StepClock(epoch), inspect }: Run<Machine> = {},
): Production<Machine> {
  const crashes: unknown[] = []
  const recorder = createMachine({
    invoke: { id: 'subject', src: machine, input },
    on: {
      'xstate.error.actor.subject': { actions: ({ event }) => crashes.push('error' in event ? event.error : event) },
      '*': { actions: ({ event }) => standIns.journal.push(eventEntry('reports', event)) },
    },
  })
  const root = createActor(recorder, { clock, ...(inspect && { inspect }) }).start()
  const ref = root.getSnapshot().children.subject as Actor<Machine>
  return production({ ref, clock, standIns, crashes, stop: () => root.stop() })
}

/** Runs a machine without a parent, like the panel's root. */
export function runAsRoot<Machine extends AnyStateMachine>(
  machine: Machine,
  { input, standIns = new StandIns(), clock = new StepClock(epoch), inspect }: Run<Machine> = {},
): Production<Machine> {
  const crashes: unknown[] = []
  const root = createActor<AnyStateMachine>(machine, { input, clock, ...(inspect && { inspect }) })
  root.subscribe({ error: (error) => crashes.push(error) })
  root.start()
  const ref = root as unknown as Actor<Machine>
  return production({ ref, clock, standIns, crashes, stop: () => root.stop() })
}

function production<Machine extends AnyStateMachine>({
  ref,
  clock,
  standIns,
  crashes,
  stop,
}: Pick<Production<Machine>, 'ref' | 'clock' | 'standIns' | 'crashes' | 'stop'>): Production<Machine> {
  const start = clock.now()
  return {
    clock,
    standIns,
    journal: standIns.journal,
    crashes,
    ref,
    snapshot: () => ref.getSnapshot(),
    elapsed: () => clock.now() - start,
    send: (event) => ref.send(event),
    settle,
    advance: (ms) => clock.advance(ms, settle),
    stop,
  }
}

/** Waits until the callbacks of all settled promises have run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

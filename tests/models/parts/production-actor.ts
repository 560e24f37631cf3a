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

/** When every simulated story begins. */
export const epoch = Date.parse('2026-03-02T09:00:00Z')

/** A machine as it runs in production, but for its clock and its services. */
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
  /** Lets time pass, from deadline to deadline. */
  advance(ms: number): Promise<void>
  stop(): void
}

interface Run<Machine extends AnyStateMachine> {
  input?: InputFrom<Machine>
  standIns?: StandIns
  clock?: StepClock
  inspect?: (event: InspectionEvent) => void
}

/** Runs a machine as the child of a parent that writes down what is reported to it, crashes included. */
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

/** Runs a machine without a parent, as the panel's root. */
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

/** Lets every promise that is settled be heard of. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

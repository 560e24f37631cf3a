import { deviceTrialsMachine, type TrialsEvent } from '../../../src/machines/devices/device-trials.machine.ts'
import { DeviceWorld } from '../../machines/devices/device-world.ts'
import { Coverage } from '../parts/coverage.ts'
import { type ModelSnapshot, nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { minute } from '../session/session-fixtures.ts'
import {
  dueAt,
  letsThroughAt,
  type TrialsModelContext,
  type TrialsModelEvent,
  trialsModel,
  trialTarget,
} from './device-trials.model.ts'

const coverage = new Coverage(deviceTrialsMachine)
const { wordCode } = trialTarget

/** The production chart with real circuits; the test reports the results of calls to the circuits. */
function startTrials() {
  const world = new DeviceWorld()
  const { calls } = world
  const standIns = new StandIns()
  const machine = deviceTrialsMachine.provide({
    actors: { checks: standIns.callback('checks', ({ userId }) => userId) },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const trials = runUnderRecorder(coverage.watch(machine), {
    standIns,
    clock: world.clock,
    input: { calls, userId: 'u1' },
    inspect: coverage.inspect,
  })
  let circuitEpoch = 0
  const ask = () => {
    circuitEpoch = calls.circuits.admit(wordCode) ?? circuitEpoch
  }
  const change = (how: () => void) => {
    how()
    trials.send({ type: 'circuits.changed' })
  }
  return {
    ...trials,
    goOnline: (isOnline: boolean) => {
      world.isOnline = isOnline
    },
    opens: () =>
      change(() => {
        for (let time = 0; time < 5; time++) {
          ask()
          calls.circuits.failed(trialTarget, circuitEpoch, 'timeout', { durationMs: 90_000 })
        }
      }),
    personTries: () => change(ask),
    personIsAnswered: () => change(() => calls.circuits.succeeded(wordCode, circuitEpoch, { durationMs: 40 })),
    personCancels: () => change(() => calls.circuits.uncounted(wordCode, circuitEpoch)),
    personResets: () => change(() => calls.circuits.reset(trialTarget, 'Cabo trocado')),
    /** Ends the panel's trial and reports its result to the circuit, unless the circuit was closed during the trial. */
    ends: (report: (circuitEpoch: number) => void) => {
      if (calls.circuits.get(wordCode) !== undefined) {
        ask()
        report(circuitEpoch)
      }
      standIns.sendBack('checks', { type: 'trial.ended', wordCode } as TrialsEvent)
    },
    circuits: calls.circuits,
  }
}

function stateOf({ canCheck, isSeen, isAsked }: TrialsModelContext): string {
  if (!canCheck) return 'stopped'
  if (!isSeen) return 'resting'
  return isAsked ? 'watching.trying' : 'watching.waiting'
}

function isPossible(event: TrialsModelEvent, { context }: ModelSnapshot<TrialsModelContext>): boolean {
  const { now, isSeen, isOnline, isServed, canCheck, circuit, isAsked } = context
  const isKept = isSeen && canCheck
  switch (event.type) {
    case 'page.shows':
      return !isSeen
    case 'page.hides':
      return isSeen
    case 'network.isLost':
      return isOnline
    case 'network.returns':
      return !isOnline
    case 'network.isNoticed':
      return isKept && isOnline && isServed && !isAsked && dueAt(context) <= now
    case 'service.isLost':
      return isServed
    case 'service.recovers':
      return !isServed
    case 'circuit.opens':
      return circuit.is === 'closed' && !isAsked
    case 'person.tries':
      return circuit.is !== 'closed' && !isAsked && letsThroughAt(context) <= now
    case 'person.getsAnswer':
    case 'person.cancels':
      return circuit.is === 'tried' && !isAsked
    case 'otherTab.misses':
      return canCheck && circuit.is !== 'closed'
    case 'person.resets':
      return circuit.is !== 'closed'
    case 'trial.isAnswered':
    case 'trial.fails':
    case 'trial.isUncounted':
      return isAsked && canCheck
    case 'checks.crash':
      return canCheck
    case 'next.isDue':
      return isKept && !isAsked && dueAt(context) > now && circuit.is !== 'closed'
    case 'time.passes':
      return !isKept || isAsked || circuit.is === 'closed'
  }
}

testPaths<TrialsModelContext, TrialsModelEvent, ReturnType<typeof startTrials>>("the panel's own trials (LIVE-3)", {
  model: trialsModel,
  everyPath: true,
  events: [
    { type: 'page.shows' },
    { type: 'page.hides' },
    { type: 'network.isLost' },
    { type: 'network.returns' },
    { type: 'network.isNoticed' },
    { type: 'service.isLost' },
    { type: 'service.recovers' },
    { type: 'circuit.opens' },
    { type: 'person.tries' },
    { type: 'person.getsAnswer' },
    { type: 'person.cancels' },
    { type: 'person.resets' },
    { type: 'trial.isAnswered' },
    { type: 'trial.fails' },
    { type: 'trial.isUncounted' },
    { type: 'otherTab.misses' },
    { type: 'checks.crash' },
    { type: 'next.isDue' },
    { type: 'time.passes', ms: 2 * minute },
  ],
  possible: isPossible,
  key: ({ context }) => {
    const { now, isSeen, isOnline, isServed, canCheck, circuit, isAsked, askedAt } = context
    const left = (at: number) => (at <= now ? 'over' : Math.min(at - now, 2 * minute))
    const lefts = [left(letsThroughAt(context)), left(askedAt + 2 * minute)]
    return [isSeen, isOnline, isServed, canCheck, circuit.is, isAsked, ...lefts].join(' ')
  },
  start: startTrials,
  perform: {
    'page.shows': ({ send }) => send({ type: 'page.shown' }),
    'page.hides': ({ send }) => send({ type: 'page.hidden' }),
    'network.isLost': ({ goOnline }) => goOnline(false),
    'network.returns': ({ goOnline }) => goOnline(true),
    'service.isLost': ({ send }) => send({ type: 'deviceService.lost' }),
    'service.recovers': ({ send }) => send({ type: 'deviceService.restored' }),
    'circuit.opens': ({ opens }) => opens(),
    'person.tries': ({ personTries }) => personTries(),
    'person.getsAnswer': ({ personIsAnswered }) => personIsAnswered(),
    'person.cancels': ({ personCancels }) => personCancels(),
    'person.resets': ({ personResets }) => personResets(),
    'trial.isAnswered': ({ ends, circuits, standIns }) => {
      standIns.sendBack('checks', { type: 'device.changed', device: trialTarget } as never)
      ends((circuitEpoch) => circuits.succeeded(wordCode, circuitEpoch, { durationMs: 40 }))
    },
    'trial.fails': ({ ends, circuits }) =>
      ends((circuitEpoch) => circuits.failed(trialTarget, circuitEpoch, 'timeout', { durationMs: 90_000 })),
    'trial.isUncounted': ({ ends, circuits }) => ends((circuitEpoch) => circuits.uncounted(wordCode, circuitEpoch)),
    'otherTab.misses': ({ standIns, clock }) =>
      standIns.sendBack('checks', { type: 'trial.missedElsewhere', wordCode, at: clock.now() } as TrialsEvent),
    'checks.crash': ({ standIns }) => standIns.crash('checks'),
  },
  expected: ({ context }) => ({ state: stateOf(context) }),
  actual: ({ snapshot }) => ({ state: nameOf(snapshot().value.trials) }),
})

testCoverage(coverage)

import { expect, test } from 'vitest'
import { brakeMachine } from '../../../src/machines/inspector/brake.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type BrakeKind, type BrakeModelContext, type BrakeModelEvent, brakeModel } from './brake.model.ts'

const coverage = new Coverage(brakeMachine)

function startBrake() {
  const standIns = new StandIns()
  const machine = brakeMachine.provide({
    actors: { gate: standIns.callback('gate', ({ braked }) => braked?.condition.kind) },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Brake = ReturnType<typeof startBrake>

const conditions = { now: { kind: 'now' }, state: { kind: 'state', stateId: 'breaker.OPEN' } } as const
const queued = { type: 'gate.queued', waiting: 1, next: 'call.asked' }
const braked = (kind: BrakeKind) => ({ actorId: 'x:1', name: 'breaker:A-1', condition: conditions[kind] })

testPaths<BrakeModelContext, BrakeModelEvent, Brake>('the brake of an actor (INS-6)', {
  model: brakeModel,
  events: [
    { type: 'person.sets', kind: 'now' },
    { type: 'person.sets', kind: 'state' },
    { type: 'person.steps' },
    { type: 'person.discards' },
    { type: 'person.continues' },
    { type: 'person.removes' },
    { type: 'actor.isHeld' },
    { type: 'event.waits' },
    { type: 'actor.ends' },
    { type: 'gate.breaks', text: 'crash of gate' },
  ],
  possible: ({ type }, { value, context: { waiting } }) =>
    type.startsWith('person.') || (nameOf(value).startsWith('set') && (type !== 'event.waits' || waiting === 0)),
  key: ({ value, context: { kind, waiting, problem } }) => `${nameOf(value)} ${kind} ${waiting} ${problem}`,
  start: startBrake,
  perform: {
    'person.sets': ({ send }, { kind }) => send({ type: 'brake.set', braked: braked(kind) }),
    'person.steps': ({ send }) => send({ type: 'brake.step' }),
    'person.discards': ({ send }) => send({ type: 'brake.discard' }),
    'person.continues': ({ send }) => send({ type: 'brake.continue' }),
    'person.removes': ({ send }) => send({ type: 'brake.remove' }),
    'actor.isHeld': ({ standIns }) => standIns.sendBack('gate', { type: 'gate.stopped' }),
    'event.waits': ({ standIns }) => standIns.sendBack('gate', queued),
    'actor.ends': ({ standIns }) => standIns.sendBack('gate', { type: 'gate.ended' }),
    'gate.breaks': ({ standIns }) => standIns.crash('gate'),
  },
  expected: ({ value, context: { kind, waiting, problem } }) => ({
    braked: kind === null ? null : braked(kind),
    waiting,
    next: waiting === 0 ? null : 'call.asked',
    problem,
    open: nameOf(value).startsWith('set') ? ['gate'] : [],
  }),
  actual: ({ snapshot, standIns }) => ({ ...snapshot().context, open: standIns.open }),
})

test('an error that is not an Error is shown as text', () => {
  const brake = startBrake()
  brake.standIns.breakDown('gate', 'gone')
  brake.send({ type: 'brake.set', braked: braked('now') })
  expect(brake.snapshot().context.problem).toBe('gone')
  brake.stop()
})

testCoverage(coverage)

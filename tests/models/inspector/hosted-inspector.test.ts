import { expect, test } from 'vitest'
import { hostedInspectorMachine } from '../../../src/machines/inspector/hosted-inspector.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type HostedModelContext, type HostedModelEvent, hostedModel } from './hosted-inspector.model.ts'

const coverage = new Coverage(hostedInspectorMachine)

function startHosted() {
  const standIns = new StandIns()
  const machine = hostedInspectorMachine.provide({
    actors: { window: standIns.callback('window') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Hosted = ReturnType<typeof startHosted>

testPaths<HostedModelContext, HostedModelEvent, Hosted>('the hosted inspector', {
  model: hostedModel,
  events: [
    { type: 'person.opensHosted' },
    { type: 'person.agrees' },
    { type: 'person.cancels' },
    { type: 'person.detaches' },
    { type: 'window.connects' },
    { type: 'window.isClosed' },
    { type: 'browser.refusesWindow', text: 'crash of window' },
  ],
  possible: ({ type }, { value }) => type.startsWith('person.') || value === 'opening' || value === 'on',
  key: ({ value, context: { problem } }) => `${nameOf(value)} ${problem}`,
  start: startHosted,
  perform: {
    'person.opensHosted': ({ send }) => send({ type: 'hosted.want' }),
    'person.agrees': ({ send }) => send({ type: 'hosted.confirm' }),
    'person.cancels': ({ send }) => send({ type: 'hosted.cancel' }),
    'person.detaches': ({ send }) => send({ type: 'hosted.detach' }),
    'window.connects': ({ standIns }) => standIns.sendBack('window', { type: 'hosted.connected' }),
    'window.isClosed': ({ standIns }) => standIns.sendBack('window', { type: 'hosted.closed' }),
    'browser.refusesWindow': ({ standIns }) => standIns.crash('window'),
  },
  expected: ({ value, context: { problem } }) => ({
    problem,
    open: value === 'opening' || value === 'on' ? ['window'] : [],
  }),
  actual: ({ snapshot, standIns }) => ({
    problem: snapshot().context.problem,
    open: standIns.open,
  }),
})

test.each([
  ['an error in its words', new Error('O navegador bloqueou a janela.'), 'O navegador bloqueou a janela.'],
  ['anything else as text', 'blocked', 'blocked'],
])('an error while the window opens is shown: %s', (_, thrown, explained) => {
  const hosted = startHosted()
  hosted.standIns.breakDown('window', thrown)
  hosted.send({ type: 'hosted.want' })
  hosted.send({ type: 'hosted.confirm' })
  expect(hosted.snapshot().context.problem).toBe(explained)
  expect(hosted.crashes).toEqual([])
  hosted.stop()
})

testCoverage(coverage)

import { expect, test } from 'vitest'
import type { PageFaults } from '../../../src/inspector/faults/page-faults.ts'
import { pageFaultsMachine } from '../../../src/machines/inspector/page-faults.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type PageFaultsModelContext,
  type PageFaultsModelEvent,
  pageFaultsModel,
  type ServerFault,
} from './page-faults.model.ts'

const coverage = new Coverage(pageFaultsMachine)

function startFaults() {
  const standIns = new StandIns()
  const machine = pageFaultsMachine.provide({
    actors: {
      apply: standIns.promise('apply', ({ faults, previous }: { faults: PageFaults; previous: PageFaults }) => ({
        now: faults.server,
        previous: previous.server,
      })),
    },
    actions: {
      deliverPush: standIns.effect('deliverPush'),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Faults = ReturnType<typeof startFaults>

const faults = (server: ServerFault): PageFaults => ({ server, socket: null, push: null, clock: null })

testPaths<PageFaultsModelContext, PageFaultsModelEvent, Faults>('the faults of the page (INS-7)', {
  model: pageFaultsModel,
  events: [
    { type: 'person.sets', server: 'unavailable' },
    { type: 'person.sets', server: null },
    { type: 'person.wantsPush' },
    { type: 'page.fails' },
    { type: 'page.cannotFail', text: 'Não é possível.' },
  ],
  possible: ({ type }, { value }) => type.startsWith('person.') || value === 'applying',
  key: ({ value, context: { server, asked, problem } }) => `${nameOf(value)} ${server} ${asked} ${problem}`,
  start: startFaults,
  perform: {
    'person.sets': ({ send }, { server }) => send({ type: 'pageFaults.set', faults: faults(server) }),
    'person.wantsPush': ({ send }) => send({ type: 'pageFaults.push' }),
    'page.fails': ({ standIns }) => {
      const { faults } = standIns.inputOf('apply') as { faults: PageFaults }
      standIns.resolve('apply', faults)
    },
    'page.cannotFail': ({ standIns }, { text }) => standIns.reject('apply', new Error(text)),
  },
  expected: ({ value, context: { server, problem } }) => ({
    faults: faults(server),
    problem,
    open: value === 'applying' ? ['apply'] : [],
  }),
  actual: ({ snapshot, standIns }) => ({ ...snapshot().context, open: standIns.open }),
})

test('an error that is not an Error is shown as text', async () => {
  const { send, standIns, settle, snapshot, stop } = startFaults()
  send({ type: 'pageFaults.set', faults: faults('hangs') })
  standIns.reject('apply', 'blocked')
  await settle()
  expect(snapshot().context.problem).toBe('blocked')
  stop()
})

testCoverage(coverage)

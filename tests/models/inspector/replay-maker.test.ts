import { expect, test } from 'vitest'
import { replayMakerMachine } from '../../../src/machines/inspector/replay-maker.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type ReplayMakerModelContext, type ReplayMakerModelEvent, replayMakerModel } from './replay-maker.model.ts'

const coverage = new Coverage(replayMakerMachine)

function startMaker() {
  const standIns = new StandIns()
  const machine = replayMakerMachine.provide({
    actors: { write: standIns.promise('write', ({ period }) => period.actorId) },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Maker = ReturnType<typeof startMaker>

const save = {
  type: 'replay.save',
  period: { actorId: 'x:1', firstSeq: 0, lastSeq: 9, note: '' },
} as const

testPaths<ReplayMakerModelContext, ReplayMakerModelEvent, Maker>('making a test of a recording (INS-5)', {
  model: replayMakerModel,
  events: [
    { type: 'person.wantsTest' },
    { type: 'person.cancels' },
    { type: 'person.saves' },
    { type: 'file.isSaved', name: 'teste-breaker.json' },
    { type: 'period.isRefused', text: 'Não há eventos deste ator neste trecho.' },
  ],
  possible: ({ type }, { value }) => type.startsWith('person.') || value === 'writing',
  key: ({ value, context: { fileName, problem } }) => `${nameOf(value)} ${fileName} ${problem}`,
  start: startMaker,
  perform: {
    'person.wantsTest': ({ send }) => send({ type: 'replay.want' }),
    'person.cancels': ({ send }) => send({ type: 'replay.cancel' }),
    'person.saves': ({ send }) => send(save),
    'file.isSaved': ({ standIns }, { name }) => standIns.resolve('write', name),
    'period.isRefused': ({ standIns }, { text }) => standIns.reject('write', new Error(text)),
  },
  expected: ({ value, context: { fileName, problem } }) => ({
    fileName,
    problem,
    open: value === 'writing' ? ['write'] : [],
  }),
  actual: ({ snapshot, standIns }) => ({ ...snapshot().context, open: standIns.open }),
})

test('an error that is not an Error is shown as text', async () => {
  const { send, standIns, settle, snapshot, stop } = startMaker()
  send({ type: 'replay.want' })
  send(save)
  standIns.reject('write', 'full')
  await settle()
  expect(snapshot().context.problem).toBe('full')
  stop()
})

testCoverage(coverage)

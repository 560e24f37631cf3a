import { deviceBulkMachine } from '../../../src/machines/devices/commands/device-bulk.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { type BulkModelContext, type BulkModelEvent, bulkModel, targets } from './device-bulk.model.ts'

const coverage = new Coverage(deviceBulkMachine)

const startBulk = () => runUnderRecorder(coverage.watch(deviceBulkMachine.provide({})), { inspect: coverage.inspect })

type Running = ReturnType<typeof startBulk>

function targetOf(wordCode: string) {
  const target = targets.find((each) => each.wordCode === wordCode)
  if (target === undefined) throw new Error(`no device ${wordCode}`)
  return target
}

function end(
  running: Running,
  wordCode: string,
  outcome: 'succeeded' | 'refused' | 'rejected' | 'failed' | 'cancelled',
) {
  const operation = { kind: 'test', target: { wordCode, condominiumId: 'c1' } } as const
  running.send({ type: 'operation.ended', operation, outcome, error: null })
}

function underWay({ snapshot }: Running): string[] {
  const { board } = snapshot().context
  return targets.map(({ wordCode }) => wordCode).filter((wordCode) => board.isUnderWay(wordCode))
}

testPaths<BulkModelContext, BulkModelEvent, Running>('a deed at many devices', {
  model: bulkModel,
  events: [
    { type: 'person.opens' },
    { type: 'person.closes' },
    { type: 'person.leaves' },
    { type: 'person.toggles', wordCode: 'A' },
    { type: 'person.choosesAll' },
    { type: 'person.clears' },
    { type: 'person.asks', command: 'test' },
    { type: 'person.asks', command: 'activate' },
    { type: 'person.asks', command: 'deactivate' },
    { type: 'person.confirms', typed: 'limpeza' },
    { type: 'person.confirms', typed: '...' },
    { type: 'person.types' },
    { type: 'person.drops' },
    { type: 'person.stops' },
    { type: 'person.wantsTheRest' },
    { type: 'operation.ends', outcome: 'succeeded' },
    { type: 'operation.ends', outcome: 'refused' },
    { type: 'operation.ends', outcome: 'barred' },
    { type: 'otherOperation.ends' },
    { type: 'reset.ends' },
    { type: 'operation.isBarred' },
  ],
  possible: ({ type }, { context }) => type !== 'operation.ends' || context.underWay.length > 0,
  key: ({ value, context: { command, hasProblem, refusals, chosen, waiting, underWay, results } }) =>
    [
      ...[nameOf(value), command, hasProblem, Math.min(refusals, 2), chosen.length, waiting.length, underWay.length],
      new Set(results.map(([, outcome]) => outcome)).size,
    ].join(' '),
  start: startBulk,
  perform: {
    'person.opens': ({ send }) => send({ type: 'bulk.open' }),
    'person.closes': ({ send }) => send({ type: 'bulk.close' }),
    'person.leaves': ({ send }) => send({ type: 'bulk.leave' }),
    'person.toggles': ({ send }, { wordCode }) => send({ type: 'bulk.toggle', target: targetOf(wordCode) }),
    'person.choosesAll': ({ send }) => send({ type: 'bulk.choose', targets }),
    'person.clears': ({ send }) => send({ type: 'bulk.clear' }),
    'person.asks': ({ send }, { command }) => send({ type: 'bulk.ask', command }),
    'person.confirms': ({ send }, { typed }) => send({ type: 'bulk.confirm', typed }),
    'person.types': ({ send }) => send({ type: 'bulk.edited' }),
    'person.drops': ({ send }) => send({ type: 'bulk.drop' }),
    'person.stops': ({ send }) => send({ type: 'bulk.stop' }),
    'person.wantsTheRest': ({ send }) => send({ type: 'bulk.again' }),
    'operation.ends': (running, { outcome }) => {
      // Devices start in the order of the selection, and are listed in it.
      const [wordCode = ''] = orderOf(running)
      if (outcome === 'barred') running.send({ type: 'bulk.barred', wordCode })
      else end(running, wordCode, outcome)
    },
    'otherOperation.ends': (running) => end(running, 'Z', 'succeeded'),
    'reset.ends': (running) => {
      const [wordCode = 'Z'] = underWay(running)
      const operation = { kind: 'reset', target: { wordCode, condominiumId: 'c1' }, reason: 'teste' } as const
      running.send({ type: 'operation.ended', operation, outcome: 'succeeded', error: null })
    },
    'operation.isBarred': ({ send }) => send({ type: 'bulk.barred', wordCode: 'Z' }),
  },
  expected: ({ value, context }) => {
    const { command, reason, hasProblem, refusals, chosen, waiting, results } = context
    return {
      ...{ state: nameOf(value), command, reason, hasProblem, refusals, chosen },
      ...{ underWay: context.underWay.toSorted(), waiting: waiting.length, results },
    }
  },
  actual: (running) => {
    const { board, command, reason, problem, refusals } = running.snapshot().context
    return {
      ...{ state: nameOf(running.snapshot().value), command, reason, hasProblem: problem !== '', refusals },
      chosen: [...board.chosen()].map(({ wordCode }) => wordCode),
      underWay: underWay(running),
      waiting: board.waitingCount,
      results: board.results.map(({ target, outcome }) => [target.wordCode, outcome]),
    }
  },
})

function orderOf(running: Running): string[] {
  const chosen = [...running.snapshot().context.board.chosen()].map(({ wordCode }) => wordCode)
  const now = underWay(running)
  return chosen.filter((wordCode) => now.includes(wordCode))
}

testCoverage(coverage)

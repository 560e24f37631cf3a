import { rulesMachine } from '../../../src/machines/rules/rules.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type RulesModelContext, type RulesModelEvent, rulesModel } from './rules.model.ts'

const coverage = new Coverage(rulesMachine)

function startRules() {
  const standIns = new StandIns()
  const machine = rulesMachine.provide({
    actors: { load: standIns.promise('load') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

testPaths<RulesModelContext, RulesModelEvent, ReturnType<typeof startRules>>('the rules of a day (EVI-10)', {
  model: rulesModel,
  events: [
    { type: 'person.opensPage', on: '' },
    { type: 'person.opensPage', on: '2026-03-03' },
    { type: 'person.triesAgain' },
    { type: 'server.answers', on: '2026-03-03' },
    { type: 'server.fails' },
    { type: 'server.recovers' },
  ],
  possible: ({ type }, { value }) =>
    type === 'server.answers' || type === 'server.fails' ? value === 'loading' : true,
  key: ({ value, context: { on, shown } }) => JSON.stringify([value, on, shown]),
  start: startRules,
  perform: {
    'person.opensPage': (rules, { on }) => rules.send({ type: 'rules.choose', on }),
    'person.triesAgain': (rules) => rules.send({ type: 'rules.reload' }),
    'server.answers': ({ standIns }, { on }) => standIns.resolve('load', { on, result: [] }),
    'server.fails': ({ standIns }) => standIns.reject('load'),
    'server.recovers': (rules) => rules.send({ type: 'server.restored' }),
  },
  expected: ({ value, context: { on, shown } }) => ({ value, on, shown }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    return { value, on: context.on, shown: context.rules?.on ?? null }
  },
})

testCoverage(coverage)

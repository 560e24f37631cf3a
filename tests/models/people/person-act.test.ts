import { personActMachine } from '../../../src/machines/people/person-act.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { link, type PersonActModelContext, type PersonActModelEvent, personActModel } from './person-act.model.ts'

const coverage = new Coverage(personActMachine)

function startAct() {
  const standIns = new StandIns()
  const machine = personActMachine.provide({
    actors: { perform: standIns.promise('perform') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const input = { id: 'p1', act: 'link' as const }
  return runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
}

testPaths<PersonActModelContext, PersonActModelEvent, ReturnType<typeof startAct>>('what is done to an access', {
  model: personActModel,
  events: [
    { type: 'person.confirms' },
    { type: 'person.closes' },
    { type: 'server.acts' },
    { type: 'server.makesLink' },
    { type: 'server.keeps', text: 'Ninguém mais poderia cuidar das pessoas com acesso.' },
    { type: 'server.fails', text: 'Sem resposta do servidor.' },
  ],
  possible: ({ type }, { value }) => !type.startsWith('server.') || value === 'performing',
  key: ({ value, context }) => `${nameOf(value)} ${context.message}`,
  start: startAct,
  perform: {
    'person.confirms': ({ send }) => send({ type: 'act.confirm' }),
    'person.closes': ({ send }) => send({ type: 'act.close' }),
    'server.acts': ({ standIns }) => standIns.resolve('perform', { kind: 'done', link: null }),
    'server.makesLink': ({ standIns }) => standIns.resolve('perform', { kind: 'done', link }),
    'server.keeps': ({ standIns }, { text }) => standIns.resolve('perform', { kind: 'kept', message: text }),
    'server.fails': ({ standIns }, { text }) => standIns.reject('perform', new Error(text)),
  },
  expected: ({ value, context }) => ({
    state: nameOf(value),
    message: context.message,
    link: value === 'linked' ? link : null,
    open: value === 'performing' ? ['perform'] : [],
  }),
  actual: ({ snapshot, standIns }) => ({
    state: nameOf(snapshot().value),
    message: snapshot().context.failure === null ? null : snapshot().context.failure?.message,
    link: snapshot().context.link,
    open: standIns.open,
  }),
})

testCoverage(coverage)

import { expect, test } from 'vitest'
import type { proofMachine } from '../../../src/machines/parts/proof.machine.ts'
import type { personActMachine } from '../../../src/machines/people/person-act.machine.ts'
import type { personFormMachine } from '../../../src/machines/people/person-form.machine.ts'
import { personPageMachine } from '../../../src/machines/people/person-page.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type PersonPageModelContext, type PersonPageModelEvent, personPageModel } from './person-page.model.ts'

const coverage = new Coverage(personPageMachine)

function startPage(id: string | null) {
  const standIns = new StandIns()
  const machine = personPageMachine.provide({
    actors: {
      form: standIns.callback('form') as unknown as typeof personFormMachine,
      act: standIns.callback('act') as unknown as typeof personActMachine,
      proof: standIns.callback('proof') as unknown as typeof proofMachine,
      loadHistory: standIns.promise('loadHistory'),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { id }, inspect: coverage.inspect })
}

interface Regions {
  form: string
  act: string
  history: string
}

const regions = (value: unknown) => value as Regions

testPaths<PersonPageModelContext, PersonPageModelEvent, ReturnType<typeof startPage>>('the page of a person', {
  model: personPageModel,
  events: [
    { type: 'person.asksFor', act: 'link' },
    { type: 'person.asksFor', act: 'disable' },
    { type: 'person.retries' },
    { type: 'form.saves' },
    { type: 'form.breaks' },
    { type: 'act.isDone', act: 'link' },
    { type: 'act.isDone', act: 'disable' },
    { type: 'act.isClosed' },
    { type: 'act.breaks' },
    { type: 'proof.breaks' },
    { type: 'server.answers', count: 2 },
    { type: 'server.fails' },
  ],
  possible: ({ type }, { value, context: { canProve } }) => {
    if (type === 'proof.breaks') return canProve
    const { form, act, history } = regions(value)
    if (type.startsWith('server.')) return history === 'loading'
    if (type.startsWith('form.')) return form === 'shown'
    if (type.startsWith('act.')) return act === 'open'
    return true
  },
  key: ({ value, context: { told, done, canProve } }) => JSON.stringify([value, told, done, canProve]),
  start: () => startPage('p1'),
  perform: {
    'person.asksFor': ({ send }, { act }) => send({ type: 'act.open', act }),
    'person.retries': ({ send }) => send({ type: 'history.reload' }),
    'form.saves': ({ standIns }) => standIns.sendBack('form', { type: 'person.saved' }),
    'form.breaks': ({ standIns }) => standIns.crash('form'),
    'act.isDone': ({ standIns }, { act }) => standIns.sendBack('act', { type: 'act.done', ...{ act } }),
    'act.isClosed': ({ standIns }) => standIns.sendBack('act', { type: 'act.closed' }),
    'act.breaks': ({ standIns }) => standIns.crash('act'),
    'proof.breaks': ({ standIns }) => standIns.crash('proof'),
    'server.answers': ({ standIns }, { count }) =>
      standIns.resolve(
        'loadHistory',
        Array.from({ length: count }, (_, at) => ({ id: `${at}` })),
      ),
    'server.fails': ({ standIns }) => standIns.reject('loadHistory'),
  },
  expected: ({ value, context: { told, done, canProve } }) => ({
    value,
    told,
    done,
    open: [
      ...(regions(value).act === 'open' ? ['act'] : []),
      ...(regions(value).form === 'shown' ? ['form'] : []),
      ...(regions(value).history === 'loading' ? ['loadHistory'] : []),
      ...(canProve ? ['proof'] : []),
    ],
  }),
  actual: ({ snapshot, standIns }) => ({
    value: snapshot().value,
    told: snapshot().context.history.length,
    done: snapshot().context.done,
    open: standIns.open,
  }),
})

test('the page of a new person loads no history', async () => {
  const page = startPage(null)
  await page.settle()
  expect(page.standIns.open).toEqual(['form', 'proof'])
  expect(page.snapshot().matches({ history: 'none' })).toBe(true)
  page.stop()
})

testCoverage(coverage)

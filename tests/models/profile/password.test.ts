import { expect, test } from 'vitest'
import { passwordMachine } from '../../../src/machines/profile/password.machine.ts'
import type { PasswordProblems } from '../../../src/machines/profile/password-rules.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type Entry,
  entries,
  type PasswordModelContext,
  type PasswordModelEvent,
  passwordModel,
  type RefusalName,
  refusals,
} from './password.model.ts'

const coverage = new Coverage(passwordMachine)

function startPassword() {
  const standIns = new StandIns()
  const machine = passwordMachine.provide({
    actors: { changePassword: standIns.promise('changePassword') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Password = ReturnType<typeof startPassword>

function submit({ send }: Password, entry: Entry): void {
  const { problems: _, ...entered } = entries[entry]
  send({ type: 'password.change', ...entered })
}

/** Test passwords that are still in the context of the actor or its children. */
function passwordsKept({ ref }: Password): string[] {
  const kept = JSON.stringify(ref.getPersistedSnapshot())
  const passwords = Object.values(entries).flatMap(({ current, next, repeated }) => [current, next, repeated])
  return passwords.filter((password) => password !== '' && kept.includes(password))
}

function inWords(problems: PasswordProblems): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, 'code' in problem ? problem.code : problem.text]),
  )
}

const tried = Object.keys(entries) as Entry[]
const refused = Object.keys(refusals) as RefusalName[]
const tooMany = 'Muitas tentativas. Aguarde e tente de novo.'

testPaths<PasswordModelContext, PasswordModelEvent, Password>('the change of password', {
  model: passwordModel,
  events: [
    ...tried.map((entry) => ({ type: 'person.submits', entry }) as const),
    { type: 'person.types', field: 'current' },
    { type: 'person.types', field: 'next' },
    { type: 'person.types', field: 'repeated' },
    { type: 'person.leaves' },
    { type: 'server.changes' },
    ...refused.map((fields) => ({ type: 'server.refuses', fields }) as const),
    { type: 'server.fails', text: tooMany },
  ],
  possible: ({ type }, { value }) => !type.startsWith('server.') || value === 'saving',
  key: ({ value, context }) => `${nameOf(value)} ${JSON.stringify(context.problems)} ${context.failure}`,
  start: startPassword,
  perform: {
    'person.submits': (password, { entry }) => submit(password, entry),
    'person.types': ({ send }, { field }) => send({ type: 'password.edited', field }),
    'person.leaves': ({ send }) => send({ type: 'password.left' }),
    'server.changes': ({ standIns }) => standIns.resolve('changePassword', { kind: 'changed' }),
    'server.refuses': ({ standIns }, { fields }) =>
      standIns.resolve('changePassword', { kind: 'refused', fields: refusals[fields] }),
    'server.fails': ({ standIns }, { text }) => standIns.reject('changePassword', new Error(text)),
  },
  expected: ({ value, context: { problems, refusals, failure } }) => ({
    state: nameOf(value),
    problems,
    refusals,
    failure,
    open: value === 'saving' ? ['changePassword'] : [],
    keepsPasswords: value === 'saving',
  }),
  actual: (password) => {
    const snapshot = password.snapshot()
    const { problems, refusals, failure } = snapshot.context
    return {
      state: nameOf(snapshot.value),
      problems: inWords(problems),
      refusals,
      failure,
      open: password.standIns.open,
      keepsPasswords: passwordsKept(password).length > 0,
    }
  },
})

test('a thrown value that is not an Error is shown as text', async () => {
  const password = startPassword()
  submit(password, 'right')
  password.standIns.reject('changePassword', 'aborted')
  await password.settle()
  expect(password.snapshot().context.failure).toBe('aborted')
  password.stop()
})

testCoverage(coverage)

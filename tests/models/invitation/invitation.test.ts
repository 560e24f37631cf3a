import { expect, test } from 'vitest'
import type { StateValue } from 'xstate'
import type { Invitation } from '../../../contract/wire/answers/people.ts'
import { invitationMachine } from '../../../src/machines/invitation/invitation.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type InvitationModelContext,
  type InvitationModelEvent,
  invitationModel,
  passwords,
} from './invitation.model.ts'

const coverage = new Coverage(invitationMachine)

function startInvitation() {
  const standIns = new StandIns()
  const machine = invitationMachine.provide({
    actors: {
      watchLink: standIns.callback('watchLink'),
      watchSession: standIns.callback('watchSession'),
      look: standIns.promise('look'),
      accept: standIns.promise('accept'),
      signIn: standIns.promise('signIn'),
    },
    actions: {
      signOut: standIns.effect('signOut'),
      showDashboard: standIns.effect('showDashboard'),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Walked = ReturnType<typeof startInvitation>

const join: Invitation = {
  kind: 'join',
  until: '2026-03-05T09:00:00.000Z',
  name: 'Marina',
  email: 'marina@porto.com.br',
  customerName: 'Horizonte',
}

const enteredWith = (password: string) => ({ name: '', customerName: '', email: '', password })

/** State of the region with the link. */
function linkState(value: StateValue): string {
  return nameOf((value as { link: StateValue }).link)
}

const waitsFor: Readonly<Record<string, string>> = { looking: 'look', accepting: 'accept', signingIn: 'signIn' }
const asked: Readonly<Record<string, string>> = {
  'server.finds': 'look',
  'server.findsNone': 'look',
  'server.isDown': 'look',
  'session.isSignedIn': 'signIn',
  'session.isRefused': 'signIn',
}

testPaths<InvitationModelContext, InvitationModelEvent, Walked>('a one-time link', {
  model: invitationModel,
  events: [
    { type: 'person.opens', token: 'secret' },
    { type: 'person.opens', token: '' },
    { type: 'session.isKnown', name: 'Ana' },
    { type: 'session.isKnown', name: null },
    { type: 'server.finds' },
    { type: 'server.findsNone' },
    { type: 'server.isDown', text: 'Sem resposta do servidor.' },
    { type: 'person.retries' },
    { type: 'person.signsOut' },
    { type: 'person.types' },
    { type: 'person.accepts', password: 'short' },
    { type: 'person.accepts', password: 'good' },
    { type: 'server.accepts' },
    { type: 'server.findsLinkUsed' },
    { type: 'server.hasAnAdministrator' },
    { type: 'server.refuses', field: 'password', text: 'Muita gente usa esta senha.' },
    { type: 'server.refuses', field: 'token', text: 'Confira os campos indicados.' },
    { type: 'server.fails', text: 'Sem resposta do servidor.' },
    { type: 'session.isSignedIn' },
    { type: 'session.isRefused' },
  ],
  possible: ({ type }, { value }) => {
    const service = asked[type] ?? (type.startsWith('server.') ? 'accept' : undefined)
    return service === undefined || service === waitsFor[linkState(value)]
  },
  key: ({ value, context: { token, signedIn, problem, failure } }) =>
    JSON.stringify([value, token, signedIn, problem, failure]),
  extraPaths: {
    'an unreadable address is no link': [{ type: 'address.isUnread' }],
    'an unobservable session counts as no session': [
      { type: 'person.opens', token: 'secret' },
      { type: 'server.finds' },
      { type: 'session.isUnobserved' },
    ],
  },
  start: startInvitation,
  perform: {
    'person.opens': ({ standIns }, { token }) => standIns.sendBack('watchLink', { type: 'link.opened', ...{ token } }),
    'address.isUnread': ({ standIns }) => standIns.crash('watchLink'),
    'session.isKnown': ({ standIns }, { name }) =>
      standIns.sendBack('watchSession', { type: 'session.known', ...{ name } }),
    'session.isUnobserved': ({ standIns }) => standIns.crash('watchSession'),
    'server.finds': ({ standIns }) => standIns.resolve('look', { kind: 'found', invitation: join }),
    'server.findsNone': ({ standIns }) => standIns.resolve('look', { kind: 'dead' }),
    'server.isDown': ({ standIns }, { text }) => standIns.reject('look', new Error(text)),
    'person.retries': ({ send }) => send({ type: 'invitation.retry' }),
    'person.signsOut': ({ send }) => send({ type: 'invitation.signOut' }),
    'person.types': ({ send }) => send({ type: 'invitation.edited', field: 'password' }),
    'person.accepts': ({ send }, { password }) =>
      send({ type: 'invitation.accept', entered: enteredWith(passwords[password]) }),
    'server.accepts': ({ standIns }) =>
      standIns.resolve('accept', {
        kind: 'accepted',
        joined: { email: 'marina@porto.com.br', password: passwords.good },
      }),
    'server.findsLinkUsed': ({ standIns }) => standIns.resolve('accept', { kind: 'dead' }),
    'server.hasAnAdministrator': ({ standIns }) => standIns.resolve('accept', { kind: 'taken' }),
    'server.refuses': ({ standIns }, { field, text }) =>
      standIns.resolve('accept', { kind: 'refused', fields: { [field]: text }, message: text }),
    'server.fails': ({ standIns }, { text }) => standIns.reject('accept', new Error(text)),
    'session.isSignedIn': ({ standIns }) => standIns.resolve('signIn', undefined),
    'session.isRefused': ({ standIns }) => standIns.reject('signIn'),
  },
  expected: ({ value, context: { token, signedIn, problem, refusals, failure } }) => ({
    value,
    token,
    signedIn,
    problem,
    refusals,
    failure,
    asks: waitsFor[linkState(value)] ?? null,
  }),
  actual: ({ snapshot, standIns }) => {
    const { token, signedIn, problems, refusals, failure } = snapshot().context
    return {
      value: snapshot().value,
      token,
      signedIn,
      problem: problems.password ?? null,
      refusals,
      failure: failure?.message ?? null,
      asks: standIns.open.find((name) => !name.startsWith('watch')) ?? null,
    }
  },
})

test('the first administrator enters their own name, e-mail and customer, and no password stays in the context', async () => {
  const first = startInvitation()
  first.standIns.sendBack('watchSession', { type: 'session.known', ...{ name: null } })
  first.standIns.sendBack('watchLink', { type: 'link.opened', ...{ token: 'secret' } })
  const invitation = { ...join, kind: 'first-administrator', name: null, email: null, customerName: null }
  first.standIns.resolve('look', { kind: 'found', invitation })
  await first.settle()
  first.send({ type: 'invitation.accept', entered: enteredWith(passwords.good) })
  expect(Object.keys(first.snapshot().context.problems)).toEqual(['name', 'customerName', 'email'])
  const entered = { name: ' Ana ', customerName: 'Horizonte', email: 'ana@horizonte.com.br', password: passwords.good }
  first.send({ type: 'invitation.accept', entered })
  expect(first.standIns.inputOf('accept')).toEqual({ ...entered, name: 'Ana', token: 'secret' })
  expect(JSON.stringify(first.snapshot().context)).not.toContain(passwords.good)
  first.stop()
})

testCoverage(coverage)

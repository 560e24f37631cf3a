import { expect, test } from 'vitest'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { type ModelSnapshot, nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { sessionModel } from './session.model.ts'
import { grantIn, type SessionActor, sessionOf, startSession } from './session-actor.ts'
import { ana, credentials, hour, type Kept, kept, keptGrant, minute, promoted, second } from './session-fixtures.ts'
import { leftOf, type SessionModelContext, type SessionModelEvent } from './session-model-steps.ts'

type Snapshot = ModelSnapshot<SessionModelContext>

const coverage = new Coverage(sessionMachine)

/** Service that each state waits for, in addition to the tabs. */
const waitsFor: Record<string, string> = {
  restoring: 'restoreSession',
  rereading: 'restoreSession',
  ending: 'restoreSession',
  'absent.signingIn': 'signIn',
  'stored.renewing': 'renew',
  'stored.warning.continuing': 'renew',
  'stored.nearEnd': 'userActivity',
  removed: 'revoke',
}

const tagsOf: Record<string, string[]> = {
  'absent.signingIn': ['busy'],
  'absent.refused': ['refused'],
  'stored.warning.asking': ['warning'],
  'stored.warning.continuing': ['busy', 'warning'],
  'stored.warning.limited': ['limited', 'warning'],
  expired: ['expired'],
}

const lasting: readonly SessionModelEvent[] = [
  { type: 'person.signsIn', remember: false },
  { type: 'person.signsIn', remember: true },
  { type: 'person.entersCode' },
  { type: 'person.startsOver' },
  { type: 'person.continues' },
  { type: 'person.signsOut' },
  { type: 'person.confirms' },
  { type: 'server.refuses', token: 'current' },
  { type: 'server.refuses', token: 'other' },
  { type: 'tab.announces', change: 'signedIn' },
  { type: 'tab.announces', change: 'signedOut' },
  { type: 'tab.announces', change: 'renewed' },
  { type: 'tab.announces', change: 'expired' },
  { type: 'page.shows' },
  { type: 'storage.isCleared' },
  { type: 'computer.wakes', minutes: 2 },
  { type: 'computer.wakes', minutes: 26 },
  { type: 'computer.wakes', minutes: 120 },
]

const answers: readonly SessionModelEvent[] = [
  ...(Object.keys(kept) as Kept[]).map((name) => ({ type: 'store.holds', kept: name }) as const),
  { type: 'store.holdsExpired' },
  { type: 'store.holdsNothing' },
  { type: 'store.fails' },
  ...[60, 20, 3, 0].map((minutes) => ({ type: 'signIn.succeeds', minutes }) as const),
  { type: 'signIn.isRefused' },
  { type: 'signIn.asksCode' },
  ...[60, 21, 20, 5.5, -1].map((minutes) => ({ type: 'renewal.grants', minutes }) as const),
  { type: 'renewal.grants', minutes: 60, isPromoted: true },
  { type: 'renewal.isUnanswered' },
  { type: 'renewal.fails' },
  { type: 'revocation.succeeds' },
  { type: 'revocation.fails' },
  { type: 'person.isActive' },
]

const times: readonly SessionModelEvent[] = [
  { type: 'renewal.timesOut' },
  { type: 'rest.isOver' },
  { type: 'nearEnd.isReached' },
  { type: 'warning.isDue' },
  { type: 'lastSeconds.begin' },
  { type: 'end.isReached' },
  { type: 'revocation.timesOut' },
]

const asked: Record<string, string> = {
  store: 'restoreSession',
  signIn: 'signIn',
  renewal: 'renew',
  revocation: 'revoke',
}

function possible(event: SessionModelEvent, { value, context }: Snapshot): boolean {
  const state = stateOf(value)
  const left = leftOf(context)
  const isRenewing = waitsFor[state] === 'renew'
  switch (event.type) {
    case 'person.isActive':
      return state === 'stored.nearEnd'
    // The page shows either the form for the password or the form for the code.
    case 'person.entersCode':
      return context.challenge !== null
    case 'person.signsIn':
      return context.challenge === null
    case 'renewal.timesOut':
      return isRenewing && (left > 10 * second || left <= 0)
    case 'end.isReached':
      return left > 0 && (isRenewing ? left < 10 * second : /asking|limited/.test(state))
    case 'computer.wakes':
      return !isRenewing || left > 10 * second
    case 'lastSeconds.begin':
      return left > 5 * second && /asking|limited/.test(state)
    case 'warning.isDue':
      return state === 'stored.nearEnd' || (state === 'stored.resting' && left < 6 * minute)
    case 'rest.isOver':
      return state === 'stored.resting' && left > 6 * minute
    case 'nearEnd.isReached':
      return state === 'stored.fresh'
    default: {
      const service = asked[event.type.split('.')[0] ?? '']
      return service === undefined || service === waitsFor[state]
    }
  }
}

/** Maps model states to the chart's state: several model states can map to one chart state. */
function stateOf(value: Snapshot['value']): string {
  return nameOf(value).replace('.unanswered', '').replace('codeRefused', 'refused')
}

function bucket(ms: number): number {
  return [0, 10 * second, 5 * minute, 6 * minute, 30 * minute].filter((limit) => ms > limit).length
}

testPaths<SessionModelContext, SessionModelEvent, SessionActor>('the session', {
  model: sessionModel,
  events: [...answers, ...times, ...lasting],
  possible,
  key: ({ value, context }) => {
    const { grant, now } = context
    if (grant === null) return `${nameOf(value)} ${context.challenge?.remember}`
    const isNearLimit = grant.signedInAt + 12 * hour - now < 61 * minute
    return [nameOf(value), grant.remember, bucket(leftOf(context)), isNearLimit].join(' ')
  },
  extraPaths: {
    'without messages from other tabs the session keeps working': [
      { type: 'tabs.areUnobserved' },
      { type: 'store.holdsNothing' },
    ],
    'without observed activity the warning appears': [
      { type: 'store.holdsNothing' },
      { type: 'person.signsIn', remember: false },
      { type: 'signIn.succeeds', minutes: 20 },
      { type: 'activity.isUnobserved' },
      { type: 'warning.isDue' },
    ],
  },
  start: () => startSession(coverage),
  perform: {
    'store.holds': ({ standIns, elapsed }, { kept: name }) =>
      standIns.resolve('restoreSession', {
        kind: 'stored',
        session: sessionOf(keptGrant(name, elapsed())),
        user: ana,
        endsWithBrowser: name === 'bound',
      }),
    'store.holdsExpired': ({ standIns }) => standIns.resolve('restoreSession', { kind: 'expired' }),
    'store.holdsNothing': ({ standIns }) => standIns.resolve('restoreSession', { kind: 'absent' }),
    'store.fails': ({ standIns }) => standIns.reject('restoreSession'),
    'person.signsIn': ({ send }, { remember }) => send({ type: 'session.signIn', credentials: credentials(remember) }),
    'signIn.succeeds': ({ standIns }, { minutes }) => {
      const { remember } = standIns.inputOf('signIn') as ReturnType<typeof credentials>
      standIns.resolve('signIn', { token: 'token of sign-in', lifetimeMs: minutes * minute, remember, user: ana })
    },
    'signIn.asksCode': ({ standIns }) => {
      const { remember } = standIns.inputOf('signIn') as ReturnType<typeof credentials>
      standIns.resolve('signIn', { challenge: 'sealed', remember })
    },
    'person.entersCode': ({ send, snapshot }) => {
      const { challenge } = snapshot().context
      const entered = challenge ?? { challenge: 'none', remember: false }
      send({ type: 'session.signIn', credentials: { ...entered, code: '123456' } })
    },
    'person.startsOver': ({ send }) => send({ type: 'session.startOver' }),
    'signIn.isRefused': ({ standIns }) => standIns.reject('signIn', new Error('E-mail ou senha inválidos')),
    'renewal.grants': ({ standIns }, { minutes, isPromoted }) =>
      standIns.resolve('renew', {
        kind: 'renewed',
        lifetimeMs: minutes * minute,
        user: isPromoted ? promoted : undefined,
      }),
    'renewal.isUnanswered': ({ standIns }) => standIns.resolve('renew', { kind: 'unanswered' }),
    'renewal.fails': ({ standIns }) => standIns.reject('renew'),
    'person.isActive': ({ standIns }) => standIns.sendBack('userActivity', { type: 'user.active' }),
    'person.continues': ({ send }) => send({ type: 'session.continue' }),
    'person.signsOut': ({ send }) => send({ type: 'session.signOut' }),
    'person.confirms': ({ send }) => send({ type: 'session.confirmExpired' }),
    'revocation.succeeds': ({ standIns }) => standIns.resolve('revoke', undefined),
    'revocation.fails': ({ standIns }) => standIns.reject('revoke'),
    'server.refuses': ({ send, snapshot }, { token }) => {
      const current = snapshot().context.grant?.session.token ?? null
      send({ type: 'session.refused', token: token === 'current' ? current : 'token of long ago' })
    },
    'tab.announces': ({ standIns }, { change }) =>
      standIns.sendBack('sessionTabs', { type: 'session.changedElsewhere', ...{ change } }),
    'page.shows': ({ send }) => send({ type: 'page.shown' }),
    'storage.isCleared': ({ send }) => send({ type: 'storage.cleared' }),
    'computer.wakes': ({ clock, send }, { minutes }) => {
      clock.sleep(minutes * minute)
      send({ type: 'page.shown' })
    },
    'tabs.areUnobserved': ({ standIns }) => standIns.crash('sessionTabs'),
    'activity.isUnobserved': ({ standIns }) => standIns.crash('userActivity'),
  },
  tags: ({ value }) => tagsOf[stateOf(value)] ?? [],
  expected: ({ value, context }) => {
    const state = stateOf(value)
    const open = waitsFor[state]
    return {
      state,
      grant: context.grant,
      challenge: context.challenge,
      permissions: context.grant && context.user.permissions,
      refusal: state === 'absent.refused' ? 'E-mail ou senha inválidos' : null,
      open: open === undefined || (open === 'userActivity' && context.isUnseen) ? [] : [open],
    }
  },
  actual: ({ snapshot, standIns }) => ({
    state: nameOf(snapshot().value),
    grant: grantIn(snapshot().context),
    challenge: snapshot().context.challenge,
    permissions: snapshot().context.grant?.user.permissions ?? null,
    refusal: snapshot().hasTag('refused') ? snapshot().context.refusal : null,
    open: standIns.open.filter((name) => name !== 'sessionTabs'),
  }),
})

test('the person who signs out may leave the e-mail of the person who signs in next (DESK-5)', async () => {
  const { standIns, send, settle, snapshot, stop } = startSession(coverage)
  standIns.resolve('restoreSession', { kind: 'stored', session: sessionOf(keptGrant('plenty', 0)), user: ana })
  await settle()
  send({ type: 'session.signOut', nextEmail: 'rui@guarita.demo' })
  standIns.resolve('revoke', undefined)
  await settle()
  expect(snapshot().matches('absent')).toBe(true)
  expect(snapshot().context.nextEmail).toBe('rui@guarita.demo')
  stop()
})

testCoverage(coverage)

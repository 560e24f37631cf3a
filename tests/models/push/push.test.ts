import { expect, test } from 'vitest'
import { pushMachine } from '../../../src/machines/push/push.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { messages, type Permission, type PushModelContext, type PushModelEvent, pushModel } from './push.model.ts'

const coverage = new Coverage(pushMachine)

function startPush(isConfigured = true) {
  const standIns = new StandIns()
  const machine = pushMachine.provide({
    actors: {
      watchPermission: standIns.callback('watchPermission'),
      askPermission: standIns.promise('askPermission'),
      checkSupport: standIns.promise('checkSupport'),
      registerWorker: standIns.promise('registerWorker'),
      requestToken: standIns.promise('requestToken'),
      foregroundMessages: standIns.callback('foregroundMessages'),
      notificationClicks: standIns.callback('notificationClicks'),
      showTest: standIns.promise('showTest'),
    },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      logWarning: standIns.effect('logWarning', (_, { message }) => message),
      logToken: standIns.effect('logToken', (_, { token }) => token),
      openPage: standIns.effect('openPage', (_, { path }) => path),
    },
  })
  const input = { isConfigured }
  return runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
}

type Push = ReturnType<typeof startPush>

const permissions: readonly Permission[] = ['unsupported', 'undecided', 'allowed', 'blocked']
const steps: Record<string, string> = { sdk: 'checkingSupport', worker: 'registeringWorker', token: 'requestingToken' }

/** An answer needs a request; the test message needs the state in which the button is visible. */
function isPossible({ type }: PushModelEvent, state: string, context: PushModelContext): boolean {
  const [about = ''] = type.split('.')
  const step = steps[about]
  if (context.test === 'showing') return about === 'test'
  if (step !== undefined) return state === `allowed.${step}`
  if (about === 'test') return type === 'test.isAsked' && /subscribed|workerFailed|notAuthorised/.test(state)
  if (type === 'browser.reports') return context.observesPermission
  if (context.test !== 'untried') return false
  if (type === 'browser.stopsReporting') return context.observesPermission && context.came.length === 0
  if (type === 'person.answers' || type === 'question.fails') return context.permission === 'asking'
  if (about === 'message' || about === 'messages') return state === 'allowed.subscribed'
  if (about === 'notification' || about === 'clicks') return context.observesClicks
  return true
}

function openIn(state: string, context: PushModelContext): string[] {
  const services: Record<string, string> = {
    'allowed.checkingSupport': 'checkSupport',
    'allowed.registeringWorker': 'registerWorker',
    'allowed.requestingToken': 'requestToken',
    'allowed.subscribed': 'foregroundMessages',
  }
  return [
    context.observesPermission ? 'watchPermission' : '',
    context.observesClicks ? 'notificationClicks' : '',
    context.permission === 'asking' ? 'askPermission' : '',
    context.test === 'showing' ? 'showTest' : '',
    services[state] ?? '',
  ]
    .filter((name) => name !== '')
    .sort()
}

testPaths<PushModelContext, PushModelEvent, Push>('push', {
  model: pushModel,
  events: [
    ...permissions.map((permission) => ({ type: 'browser.reports', permission }) as const),
    { type: 'browser.stopsReporting' },
    ...permissions.map((permission) => ({ type: 'person.answers', permission }) as const),
    { type: 'question.fails' },
    { type: 'person.enables' },
    { type: 'person.retries' },
    { type: 'network.returns' },
    { type: 'sdk.answers', isSupported: true },
    { type: 'sdk.answers', isSupported: false },
    { type: 'sdk.fails' },
    { type: 'sdk.isSilent' },
    { type: 'worker.registers' },
    { type: 'worker.fails' },
    { type: 'worker.isSilent' },
    { type: 'token.arrives', token: 'a token' },
    { type: 'token.arrives', token: '' },
    { type: 'token.isRefused' },
    { type: 'token.isSilent' },
    { type: 'message.arrives', id: 'door' },
    { type: 'message.arrives', id: 'device' },
    { type: 'messages.fail' },
    { type: 'notification.isClicked' },
    { type: 'clicks.areUnobserved' },
    { type: 'test.isAsked' },
    { type: 'test.shows' },
    { type: 'test.fails' },
    { type: 'test.isSilent' },
  ],
  possible: (event, { value, context }) => isPossible(event, nameOf(value), context),
  key: ({ value, context: { permission, test, token, came, observesPermission, observesClicks } }) =>
    [nameOf(value), permission, test, token, came, observesPermission, observesClicks].join(' '),
  start: () => startPush(),
  perform: {
    'browser.reports': ({ standIns }, { permission }) =>
      standIns.sendBack('watchPermission', { type: `permission.${permission}` }),
    'browser.stopsReporting': ({ standIns }) => standIns.crash('watchPermission'),
    'person.answers': ({ standIns }, { permission }) => standIns.resolve('askPermission', permission),
    'question.fails': ({ standIns }) => standIns.reject('askPermission'),
    'person.enables': ({ send }) => send({ type: 'push.enable' }),
    'person.retries': ({ send }) => send({ type: 'push.retry' }),
    'network.returns': ({ send }) => send({ type: 'connectivity.online' }),
    'sdk.answers': ({ standIns }, { isSupported }) => standIns.resolve('checkSupport', isSupported),
    'sdk.fails': ({ standIns }) => standIns.reject('checkSupport'),
    'worker.registers': ({ standIns }) => standIns.resolve('registerWorker', undefined),
    'worker.fails': ({ standIns }) => standIns.reject('registerWorker'),
    'token.arrives': ({ standIns }, { token }) => standIns.resolve('requestToken', token),
    'token.isRefused': ({ standIns }) => standIns.reject('requestToken'),
    'message.arrives': ({ standIns }, { id }) =>
      standIns.sendBack('foregroundMessages', { type: 'push.message', ...{ message: messages[id] } }),
    'messages.fail': ({ standIns }) => standIns.crash('foregroundMessages'),
    'notification.isClicked': ({ standIns }) =>
      standIns.sendBack('notificationClicks', { type: 'push.open', ...{ path: '/devices/W1' } }),
    'clicks.areUnobserved': ({ standIns }) => standIns.crash('notificationClicks'),
    'test.isAsked': ({ send }) => send({ type: 'push.test' }),
    'test.shows': ({ standIns }) => standIns.resolve('showTest', undefined),
    'test.fails': ({ standIns }) => standIns.reject('showTest'),
  },
  expected: ({ value, context }) => ({
    registration: nameOf(value),
    permission: context.permission,
    test: context.test,
    token: context.token,
    open: openIn(nameOf(value), context),
  }),
  actual: ({ snapshot, standIns }) => ({
    registration: nameOf(snapshot().value.registration),
    permission: snapshot().value.permission,
    test: snapshot().value.test,
    token: snapshot().context.token,
    open: standIns.open,
  }),
})

test('without a Firebase project, push asks for no permission and loads nothing, even if the browser allows notifications (CFG-1)', () => {
  const { standIns, send, snapshot, stop } = startPush(false)
  for (const permission of ['undecided', 'blocked', 'allowed', 'undecided']) {
    standIns.sendBack('watchPermission', { type: `permission.${permission}` })
    send({ type: 'push.enable' })
    send({ type: 'push.retry' })
    expect(snapshot().value.registration).toBe('notConfigured')
  }
  expect(standIns.journal).toEqual(['asks watchPermission'])
  stop()
})

test('push keeps the last 50 received messages', async () => {
  const { standIns, snapshot, settle, stop } = startPush()
  standIns.sendBack('watchPermission', { type: 'permission.allowed' })
  standIns.resolve('checkSupport', true)
  await settle()
  standIns.resolve('registerWorker', undefined)
  await settle()
  standIns.resolve('requestToken', 'a token')
  await settle()
  for (let number = 1; number <= 51; number++)
    standIns.sendBack('foregroundMessages', {
      type: 'push.message',
      ...{ message: { ...messages.door, id: `${number}` } },
    })
  expect(snapshot().context.recentIds).toHaveLength(50)
  expect(snapshot().context.recentIds[0]).toBe('51')
  stop()
})

testCoverage(coverage)

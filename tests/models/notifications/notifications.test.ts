import { expect, test } from 'vitest'
import { notificationsMachine } from '../../../src/machines/notifications/notifications.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type ItemId,
  items,
  type NotificationsModelContext,
  type NotificationsModelEvent,
  notificationsModel,
  push,
  seenBy,
} from './notifications.model.ts'

const coverage = new Coverage(notificationsMachine)

function startNotifications(userId = 'u1') {
  const standIns = new StandIns()
  const machine = notificationsMachine.provide({
    actors: {
      loadNotifications: standIns.promise('loadNotifications'),
      askChange: standIns.promise('askChange'),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { userId }, inspect: coverage.inspect })
}

type Notifications = ReturnType<typeof startNotifications>

const touched: ItemId[] = ['door', 'push']
const listed: ItemId[] = ['door', 'device', 'push']

function isAsLoaded(known: NotificationsModelContext['known']): boolean {
  return known.length === listed.length && known.every(({ id, isRead }) => items[id].isRead === isRead)
}

testPaths<NotificationsModelContext, NotificationsModelEvent, Notifications>('the notifications', {
  model: notificationsModel,
  events: [
    { type: 'list.arrives', ids: listed },
    { type: 'list.fails' },
    { type: 'list.isAskedAgain' },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
    { type: 'lastKnown.isOver' },
    { type: 'server.answers' },
    { type: 'push.arrives' },
    { type: 'toast.isShown' },
    ...touched.map((id) => ({ type: 'person.reads', id }) as const),
    ...touched.map((id) => ({ type: 'person.deletes', id }) as const),
    { type: 'person.readsAll' },
    { type: 'server.confirms' },
    { type: 'server.refuses' },
    { type: 'server.isSilent' },
  ],
  possible: ({ type }, { value, context }) => {
    const hasPushed = context.known.some(({ id }) => id === 'pushed')
    if (type === 'push.arrives')
      return nameOf(value) === 'current' && isAsLoaded(context.known) && context.asked.length === 0
    if (type === 'toast.isShown') return context.unshown.length > 0
    if (hasPushed) return type === 'server.answers' || type === 'list.isAskedAgain'
    if (type === 'list.arrives' || type === 'list.fails') return nameOf(value) === 'loading'
    if (/^server\.(confirms|refuses|isSilent)$/.test(type)) return context.asked.length > 0
    if (/^(list\.isAskedAgain|socket\.isRestored|lastKnown\.isOver)$/.test(type)) return nameOf(value) !== 'loading'
    return !type.startsWith('person.') || context.asked.length < 2
  },
  key: ({ value, context }) =>
    [
      ...[nameOf(value), JSON.stringify(context.known), JSON.stringify(context.asked), context.unshown],
      nameOf(value) === 'loading' ? JSON.stringify([context.came, context.followed]) : '',
    ].join(' '),
  start: () => startNotifications(),
  perform: {
    'list.arrives': ({ standIns }, event) =>
      standIns.resolve(
        'loadNotifications',
        event.ids.map((id) => items[id]),
      ),
    'list.fails': ({ standIns }) => standIns.reject('loadNotifications'),
    'list.isAskedAgain': ({ send }) => send({ type: 'notifications.reload' }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'lastKnown.isOver': ({ send }) => send({ type: 'lastKnown.over' }),
    'service.recovers': ({ send }) => send({ type: 'server.restored' }),
    'server.answers': ({ send }) => send({ type: 'notifications.arrived', notifications: [items.later] }),
    'push.arrives': ({ send }) => send({ type: 'push.received', message: push }),
    'toast.isShown': ({ send }) => send({ type: 'push.told', id: push.id }),
    'person.reads': ({ send }, { id }) => send({ type: 'notifications.read', id }),
    'person.deletes': ({ send }, { id }) => send({ type: 'notifications.delete', id }),
    'person.readsAll': ({ send }) => send({ type: 'notifications.readAll' }),
    'server.confirms': ({ standIns }) => standIns.resolve('askChange', undefined),
    'server.refuses': ({ standIns }) => standIns.reject('askChange'),
  },
  expected: ({ value, context }) => ({
    list: nameOf(value),
    shown: seenBy(context),
    isAsking: context.asked.length > 0,
    unshown: context.unshown,
  }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    return {
      list: typeof value === 'object' ? value.kept.list : value,
      shown: context.shown.map(({ id, isRead }) => ({ id, isRead })),
      isAsking: typeof value === 'object' && value.kept.server === 'asked',
      unshown: context.unreported.map(({ id }) => id),
    }
  },
})

test('without a user id the notifications are not loaded (NOT-1)', () => {
  const { standIns, snapshot } = startNotifications('')
  expect([snapshot().value, standIns.open]).toEqual(['skipped', []])
})

test("reading a push message that repeats a server notification marks the server's notification as read (NOT-3)", async () => {
  const { standIns, send, settle, stop } = startNotifications()
  standIns.resolve('loadNotifications', [])
  await settle()
  send({ type: 'push.received', message: { ...push, data: { notificationId: 'n1' } } })
  send({ type: 'notifications.read', id: push.id })
  await settle()
  expect(standIns.inputOf('askChange')).toEqual({ change: { kind: 'read', id: 'n1' } })
  stop()
})

testCoverage(coverage)

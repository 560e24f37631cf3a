import { assign, setup } from 'xstate'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import type { NotificationChange } from '../../services/notifications/notifications-api.ts'
import type { PushMessage } from '../../services/push/push-message.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { changed, fromPush, isLocal, keyOf, shownOf, withAdded, withLocal } from './notification-list.ts'

/** Timeout of a change on the server, in milliseconds; after it, the change counts as refused. */
const changeTimeoutMs = 30_000

interface NotificationsContext {
  userId: string
  /** The notifications of the server, and those made from pushes; newest first. */
  known: readonly Notification[]
  /** Arrivals and confirmed changes since the list was last requested, which the answer may not contain. */
  meanwhile: { arrived: readonly Notification[]; changes: readonly NotificationChange[] }
  /** The user's changes that the server has not confirmed yet, in their order. */
  changes: readonly NotificationChange[]
  /** `known` with `changes` applied: the list that the user sees. */
  shown: readonly Notification[]
  /** Pushes that have not been shown as a toast yet, in their order (PUSH-2). */
  unreported: readonly PushMessage[]
}

export type NotificationsEvent =
  | { type: 'notifications.reload' }
  | { type: 'notifications.read'; id: string }
  | { type: 'notifications.delete'; id: string }
  | { type: 'notifications.readAll' }
  /** New notifications arrived over the live connection. */
  | { type: 'notifications.arrived'; notifications: readonly Notification[] }
  /** A push arrived while the page is visible. */
  | { type: 'push.received'; message: PushMessage }
  /** A toast has shown the push. */
  | { type: 'push.told'; id: string }
  | { type: 'socket.restored' }
  | { type: 'server.restored' }
  /** Earlier data was shown: the server now answers and must be asked. */
  | { type: 'lastKnown.over' }

const nothing: NotificationsContext['meanwhile'] = { arrived: [], changes: [] }

interface About {
  event: { id: string }
}

interface Known extends About {
  context: NotificationsContext
}

const isShown = { type: 'isShown', params: about } as const
const isUnread = { type: 'isUnread', params: about } as const
const isHere = { type: 'isHere', params: about } as const
const isUnreadHere = { type: 'isUnreadHere', params: about } as const

/** The user's notifications: changes apply immediately and are undone if the server refuses them (NOT). */
export const notificationsMachine = setup({
  types: {} as {
    context: NotificationsContext
    events: NotificationsEvent
    input: { userId: string }
    tags: 'busy' | 'error'
  },
  actors: {
    loadNotifications: promiseNotProvided<Notification[], { userId: string }>('notifications.loadNotifications'),
    askChange: promiseNotProvided<void, { change: NotificationChange }>('notifications.askChange'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('notifications.logFailure'),
    beginList: assign({ meanwhile: nothing }),
    takeList: assign(({ context }, { loaded }: { loaded: readonly Notification[] }) => {
      const { arrived, changes } = context.meanwhile
      const now = changes.reduce(changed, arrived.reduce(withAdded, loaded))
      return seen({ ...context, known: withLocal(now, context.known) })
    }),
    takeArrived: assign(({ context }, { notifications }: { notifications: readonly Notification[] }) =>
      seen({
        ...context,
        known: notifications.reduce(withAdded, context.known),
        meanwhile: { ...context.meanwhile, arrived: [...context.meanwhile.arrived, ...notifications] },
      }),
    ),
    takePush: assign(({ context }, { message }: { message: PushMessage }) =>
      seen({
        ...context,
        known: withAdded(context.known, fromPush(message)),
        unreported: [...context.unreported, message],
      }),
    ),
    forgetTold: assign(({ context }, shown: { id: string }) => ({
      unreported: context.unreported.filter(({ id }) => id !== shown.id),
    })),
    changeHere: assign(({ context }, { change }: { change: NotificationChange }) =>
      seen({ ...context, known: changed(context.known, change) }),
    ),
    expectChange: assign(({ context }, { change }: { change: NotificationChange }) =>
      seen({ ...context, changes: [...context.changes, change] }),
    ),
    keepChange: assign(({ context }) => {
      const [first, ...changes] = context.changes
      if (first === undefined) return context
      const meanwhile = { ...context.meanwhile, changes: [...context.meanwhile.changes, first] }
      return seen({ ...context, known: changed(context.known, first), meanwhile, changes })
    }),
    undoChange: assign(({ context }) => seen({ ...context, changes: context.changes.slice(1) })),
  },
  guards: {
    isSomebody: ({ context }) => context.userId !== '',
    isShown: ({ context }, { id }: { id: string }) => context.shown.some((each) => each.id === id),
    isUnread: ({ context }, { id }: { id: string }) => context.shown.some((each) => each.id === id && !each.isRead),
    /** True for a notification made from a push, which has no copy on the server. */
    isHere: ({ context }, { id }: { id: string }) => context.shown.some((each) => each.id === id && isLocal(each)),
    isUnreadHere: ({ context }, { id }: { id: string }) =>
      context.shown.some((each) => each.id === id && isLocal(each) && !each.isRead),
    isAnyUnread: ({ context }) => context.shown.some(({ isRead }) => !isRead),
    hasChanges: ({ context }) => context.changes.length > 0,
  },
  delays: { changeTimeout: changeTimeoutMs },
}).createMachine({
  id: 'notifications',
  meta: { requirements: ['NOT-1', 'NOT-3', 'PUSH-2'] },
  context: ({ input }) => ({
    userId: input.userId,
    known: [],
    meanwhile: nothing,
    changes: [],
    shown: [],
    unreported: [],
  }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'isSomebody', target: 'kept' }, { target: 'skipped' }] },
    skipped: { description: 'Without a user id, no list is loaded (NOT-1).' },
    kept: {
      description: 'The list and the changes are parallel: a change does not wait for the list.',
      type: 'parallel',
      on: {
        'notifications.read': [
          { guard: isUnreadHere, actions: { type: 'changeHere', params: read } },
          { guard: isUnread, actions: { type: 'expectChange', params: read } },
        ],
        'notifications.delete': [
          { guard: isHere, actions: { type: 'changeHere', params: deleted } },
          { guard: isShown, actions: { type: 'expectChange', params: deleted } },
        ],
        'notifications.readAll': { guard: 'isAnyUnread', actions: { type: 'expectChange', params: allRead } },
        'push.received': { actions: { type: 'takePush', params: ({ event }) => event } },
        'push.told': { actions: { type: 'forgetTold', params: ({ event }) => event } },
        'notifications.arrived': { actions: { type: 'takeArrived', params: ({ event }) => event } },
      },
      states: {
        list: {
          description: "The server's list; if loading fails, the earlier list stays.",
          initial: 'loading',
          on: { 'notifications.reload': '.loading', 'socket.restored': '.loading', 'lastKnown.over': '.loading' },
          states: {
            loading: {
              tags: 'busy',
              entry: 'beginList',
              invoke: {
                src: 'loadNotifications',
                input: ({ context }) => ({ userId: context.userId }),
                onDone: {
                  target: 'current',
                  actions: { type: 'takeList', params: ({ event }) => ({ loaded: event.output }) },
                },
                onError: { target: 'failed', actions: failed('Notificações não carregadas.') },
              },
            },
            current: {},
            failed: { tags: 'error', on: { 'server.restored': 'loading' } },
          },
        },
        server: {
          description: 'Sends one change after the other to the server; a refused change is undone (NOT-3).',
          initial: 'idle',
          states: {
            idle: { always: { guard: 'hasChanges', target: 'asked' } },
            asked: {
              invoke: {
                src: 'askChange',
                input: firstChange,
                onDone: { target: 'idle', actions: 'keepChange' },
                onError: { target: 'idle', actions: ['undoChange', failed('Notificação não alterada no servidor.')] },
              },
              after: { changeTimeout: { target: 'idle', actions: 'undoChange' } },
            },
          },
        },
      },
    },
  },
})

function seen(context: NotificationsContext): NotificationsContext {
  return { ...context, shown: shownOf(context.known, context.changes) }
}

function firstChange({ context: { changes } }: { context: NotificationsContext }): { change: NotificationChange } {
  const [change = { kind: 'allRead' as const, ids: [] }] = changes
  return { change }
}

function about({ event }: About) {
  return event
}

function read(known: Known): { change: NotificationChange } {
  return { change: { kind: 'read', id: keyOfChosen(known) } }
}

function deleted(known: Known): { change: NotificationChange } {
  return { change: { kind: 'deleted', id: keyOfChosen(known) } }
}

function keyOfChosen({ context: { shown }, event: { id } }: Known): string {
  const chosen = shown.find((each) => each.id === id)
  return chosen === undefined ? id : keyOf(chosen)
}

function allRead({ context }: { context: NotificationsContext }): { change: NotificationChange } {
  return { change: { kind: 'allRead', ids: context.shown.filter(({ isRead }) => !isRead).map(keyOf) } }
}

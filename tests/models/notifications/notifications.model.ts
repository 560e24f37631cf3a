import { setup } from 'xstate'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

function notification(id: string, minute: number, more: Partial<Notification> = {}): Notification {
  const createdAt = `2026-03-02T09:0${minute}:00.000Z`
  return { id, title: id, body: '', data: {}, userId: 'u1', isRead: false, createdAt, ...more }
}

/** Two of the server, one stored by a push, and two that arrive while the page is open: by socket and by push. */
export const items = {
  door: notification('door', 3),
  device: notification('device', 2, { isRead: true }),
  push: notification('push', 1, { userId: 'system' }),
  later: notification('later', 4),
  pushed: notification('pushed', 5, { userId: 'system' }),
}

/** The push message that creates the last of them. */
export const push = {
  id: 'pushed',
  title: 'pushed',
  body: '',
  data: {},
  createdAt: items.pushed.createdAt,
  path: '/notifications',
}

export type ItemId = keyof typeof items

export type Asked = { kind: 'read'; id: string } | { kind: 'deleted'; id: string } | { kind: 'allRead'; ids: string[] }

export interface NotificationsModelContext extends ModelContext {
  /** Newest first, without the changes that the server has not confirmed yet. */
  known: { id: ItemId; isRead: boolean }[]
  asked: Asked[]
  /** Arrivals and confirmed changes since the list was last requested, which its answer may not contain. */
  came: ItemId[]
  followed: Asked[]
  /** Push messages without a toast so far. */
  unshown: string[]
}

export type NotificationsModelEvent =
  | { type: 'list.arrives'; ids: ItemId[] }
  | { type: 'list.fails' }
  | { type: 'list.isAskedAgain' }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'lastKnown.isOver' }
  | { type: 'server.answers' }
  | { type: 'push.arrives' }
  | { type: 'toast.isShown' }
  | { type: 'person.reads'; id: ItemId }
  | { type: 'person.deletes'; id: ItemId }
  | { type: 'person.readsAll' }
  | { type: 'server.confirms' }
  | { type: 'server.refuses' }
  | { type: 'server.isSilent' }

type Context = NotificationsModelContext
type Seen = Context['known'][number]

/** The list as the person sees it: every change counts immediately (NOT-3). */
export function seenBy({ known, asked }: Pick<Context, 'known' | 'asked'>): Seen[] {
  return asked.reduce(after, known)
}

function after(list: Seen[], change: Asked): Seen[] {
  if (change.kind === 'deleted') return list.filter(({ id }) => id !== change.id)
  const ids: string[] = change.kind === 'allRead' ? change.ids : [change.id]
  return list.map((each) => (ids.includes(each.id) ? { ...each, isRead: true } : each))
}

/** Each local notification stays before the notification that it preceded; it is the first if all others are new. */
function withLocals(listed: Seen[], known: Seen[]): Seen[] {
  const list = [...listed]
  const isIn = ({ id }: Seen) => listed.some((other) => other.id === id)
  const end = known.some(isIn) ? list.length : 0
  for (const [index, each] of [...known.entries()].toReversed()) {
    if (!isLocal(each.id) || isIn(each)) continue
    const next = known.slice(index + 1).find(({ id }) => list.some((other) => other.id === id))
    const place = next === undefined ? end : list.findIndex(({ id }) => id === next.id)
    list.splice(place, 0, each)
  }
  return list
}
const isLocal = (id: ItemId) => id === 'push' || id === 'pushed'
const unread = (context: Context) => seenBy(context).filter(({ isRead }) => !isRead)

const { did, logs, update } = modelActions<Context, NotificationsModelEvent>()
const asksList = did(entry('asks', 'loadNotifications', { userId: 'u1' }))

/** Changes are sent one at a time: the next one after the answer to the previous one. */
function asking(context: Context, change: Asked): Partial<Context> {
  const did = context.asked.length === 0 ? [...context.did, entry('asks', 'askChange', { change })] : context.did
  return { did, asked: [...context.asked, change] }
}

function answered(context: Context, isKept: boolean): Partial<Context> {
  const [first, ...asked] = context.asked
  if (first === undefined) return {}
  const next = asked[0] === undefined ? [] : [entry('asks', 'askChange', { change: asked[0] })]
  const did = [...context.did, ...next]
  if (!isKept) return { asked, did }
  return { asked, did, known: after(context.known, first), followed: [...context.followed, first] }
}

/** NOT: the list merges the server's notifications and the person's changes; refused changes are undone. */
export const notificationsModel = setup({
  types: {} as { context: Context; events: NotificationsModelEvent },
}).createMachine({
  id: 'notifications model',
  context: { now: 0, did: [], known: [], asked: [], came: [], followed: [], unshown: [] },
  initial: 'loading',
  on: {
    'list.isAskedAgain': '.loading',
    'socket.isRestored': '.loading',
    'lastKnown.isOver': '.loading',
    'server.answers': {
      actions: update(({ known }) => ({
        known: known.some(({ id }) => id === 'later') ? known : [{ id: 'later', isRead: false }, ...known],
        came: ['later'],
      })),
    },
    'push.arrives': {
      actions: update(({ known, unshown }) => ({
        known: [{ id: 'pushed', isRead: false }, ...known],
        unshown: [...unshown, 'pushed'],
      })),
    },
    'toast.isShown': { actions: update(() => ({ unshown: [] })) },
    'person.reads': {
      actions: update((context, event) => {
        if (event.type !== 'person.reads' || !unread(context).some(({ id }) => id === event.id)) return {}
        const change: Asked = { kind: 'read', id: event.id }
        return isLocal(event.id) ? { known: after(context.known, change) } : asking(context, change)
      }),
    },
    'person.deletes': {
      actions: update((context, event) => {
        if (event.type !== 'person.deletes' || !seenBy(context).some(({ id }) => id === event.id)) return {}
        const change: Asked = { kind: 'deleted', id: event.id }
        return isLocal(event.id) ? { known: after(context.known, change) } : asking(context, change)
      }),
    },
    'person.readsAll': {
      actions: update((context) => {
        const ids = unread(context).map(({ id }) => id)
        return ids.length === 0 ? {} : asking(context, { kind: 'allRead', ids })
      }),
    },
    'server.confirms': { actions: update((context) => answered(context, true)) },
    'server.refuses': {
      actions: [logs('Notificação não alterada no servidor.'), update((context) => answered(context, false))],
    },
    'server.isSilent': {
      actions: [update(({ now }) => ({ now: now + 30_000 })), update((context) => answered(context, false))],
    },
  },
  states: {
    loading: {
      tags: 'busy',
      entry: [asksList, update(() => ({ came: [], followed: [] }))],
      on: {
        'list.arrives': {
          target: 'current',
          actions: update(({ known, came, followed }, event) => {
            if (event.type !== 'list.arrives') return {}
            const told = [...came, ...event.ids].map((id) => ({ id, isRead: items[id].isRead }))
            return { known: withLocals(followed.reduce(after, told), known) }
          }),
        },
        'list.fails': { target: 'failed', actions: logs('Notificações não carregadas.') },
      },
    },
    current: {},
    failed: { tags: 'error', on: { 'service.recovers': 'loading' } },
  },
})

import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** List pages of the server with the cursor of the next page; null at the end of the list. */
export const pages = {
  first: { wordCodes: ['A', 'B'], next: 'after B' },
  second: { wordCodes: ['C'], next: null },
  only: { wordCodes: ['B'], next: null },
} as const

export interface DeviceListModelContext extends ModelContext {
  /** Devices on screen. */
  board: readonly string[]
  /** Devices reported since the list was last requested. */
  current: readonly string[]
  cursor: string
  /** Devices deleted since the current page was requested: its answer may still contain them. */
  deleted: readonly string[]
  /** Number of views that show all devices. */
  viewCount: number
}

export type DeviceListModelEvent =
  | { type: 'page.shows' }
  | { type: 'page.leaves' }
  | { type: 'person.reloads' }
  | { type: 'server.lists'; page: keyof typeof pages }
  | { type: 'server.fails' }
  | { type: 'list.crashes' }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'service.isLost' }
  | { type: 'health.isChecked' }
  | { type: 'health.isUnreachable' }
  | { type: 'time.passes' }
  | { type: 'device.changes'; wordCode: string }
  | { type: 'device.isDeleted'; wordCode: string }

type Context = DeviceListModelContext
const { logs, update } = modelActions<Context, DeviceListModelEvent>()

const together = (known: readonly string[], added: readonly string[]) => [...new Set([...known, ...added])]
const begins = update(({ did }) => ({
  did: [...did, entry('asks', 'loadList', { cursor: '' })],
  current: [],
  cursor: '',
  deleted: [],
}))
const takes = update(({ board, current, deleted }, event) => {
  if (event.type !== 'server.lists') return {}
  const wordCodes = pages[event.page].wordCodes.filter((each) => !deleted.includes(each))
  return { board: together(board, wordCodes), current: together(current, wordCodes) }
})
const goesOn = update((_, event) => ({
  cursor: event.type === 'server.lists' ? (pages[event.page].next ?? '') : '',
  deleted: [],
}))
/** A view opens again: loading continues at the cursor. */
const resumes = update(({ did, cursor }) => ({ did: [...did, entry('asks', 'loadList', { cursor })], deleted: [] }))
const comes = update(({ viewCount }) => ({ viewCount: viewCount + 1 }))
const leaves = update(({ viewCount }) => ({ viewCount: Math.max(0, viewCount - 1) }))
/** Removes the devices that the list did not contain. */
const ends = update(({ board, current }) => ({ board: board.filter((each) => current.includes(each)), cursor: '' }))
const logsFailure = logs('Dispositivos não carregados.')

const begin = { target: 'loading', actions: begins }

/**
 * DEV-3, DEV-6: when a view opens, the list loads page by page; known devices are removed only after the last page. If
 * a view opens after more than five minutes, the list is loaded again (CON-1).
 */
export const deviceListModel = setup({
  types: {} as { context: Context; events: DeviceListModelEvent },
  guards: {
    isLast: ({ event }) => event.type === 'server.lists' && pages[event.page].next === null,
    isOnlyView: ({ context }) => context.viewCount <= 1,
  },
}).createMachine({
  id: 'device list model',
  context: { now: 0, did: [], board: [], current: [], cursor: '', deleted: [], viewCount: 0 },
  type: 'parallel',
  on: {
    'device.changes': {
      actions: update(({ board, current, deleted }, event) =>
        'wordCode' in event
          ? {
              board: together(board, [event.wordCode]),
              current: together(current, [event.wordCode]),
              deleted: deleted.filter((each) => each !== event.wordCode),
            }
          : {},
      ),
    },
    'device.isDeleted': {
      actions: update(({ board, deleted }, event) =>
        'wordCode' in event
          ? { board: board.filter((each) => each !== event.wordCode), deleted: [...deleted, event.wordCode] }
          : {},
      ),
    },
  },
  states: {
    list: {
      initial: 'unasked',
      on: { 'page.shows': { actions: comes }, 'page.leaves': { actions: leaves } },
      states: {
        unasked: { on: { 'page.shows': { target: 'loading', actions: [comes, begins] } } },
        loading: {
          tags: 'busy',
          on: {
            'person.reloads': begin,
            'socket.isRestored': begin,
            'server.lists': [
              { guard: 'isLast', target: 'loaded', actions: [takes, ends] },
              { actions: [takes, goesOn] },
            ],
            'server.fails': { target: 'failed', actions: logsFailure },
            'list.crashes': { target: 'failed', actions: logsFailure },
            'page.leaves': [{ guard: 'isOnlyView', target: 'left', actions: leaves }, { actions: leaves }],
          },
        },
        left: {
          on: {
            'page.shows': { target: 'loading', actions: [comes, resumes] },
            'person.reloads': 'unasked',
            'socket.isRestored': 'unasked',
            'service.recovers': 'unasked',
          },
        },
        loaded: {
          tags: 'loaded',
          on: {
            'person.reloads': begin,
            'socket.isRestored': begin,
            'service.recovers': begin,
            'time.passes': { target: 'old', actions: update(({ now }) => ({ now: now + 5 * 60_000 })) },
          },
        },
        old: {
          tags: 'loaded',
          on: {
            'page.shows': { target: 'loading', actions: [comes, begins] },
            'person.reloads': begin,
            'socket.isRestored': begin,
            'service.recovers': begin,
          },
        },
        failed: {
          tags: 'error',
          on: {
            'page.shows': { target: 'loading', actions: [comes, begins] },
            'person.reloads': begin,
            'socket.isRestored': begin,
            'service.recovers': begin,
          },
        },
      },
    },
    contact: {
      type: 'parallel',
      states: {
        service: {
          initial: 'current',
          states: {
            current: { on: { 'service.isLost': 'lost', 'server.fails': 'lost', 'list.crashes': 'lost' } },
            lost: {
              tags: 'unknown',
              on: { 'service.recovers': 'current', 'server.lists': { guard: 'isLast', target: 'current' } },
            },
          },
        },
        health: {
          initial: 'current',
          states: {
            current: { on: { 'health.isUnreachable': 'lost' } },
            lost: { tags: 'unknown', on: { 'health.isChecked': 'current' } },
          },
        },
      },
    },
  },
})

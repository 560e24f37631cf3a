import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface DeviceSeekingModelContext extends ModelContext {
  wanted: string
  /** Known devices. */
  board: readonly string[]
  /** Whether the wanted device was deleted since the last call. */
  isGone: boolean
}

export type DeviceSeekingModelEvent =
  | { type: 'page.names'; wordCode: string }
  | { type: 'person.reloads' }
  | { type: 'server.finds' }
  | { type: 'server.findsNone' }
  | { type: 'server.fails' }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'service.isLost' }
  | { type: 'device.isDeleted'; wordCode: string }

type Context = DeviceSeekingModelContext
const { logs, update } = modelActions<Context, DeviceSeekingModelEvent>()
const wants = update((_, event) => (event.type === 'page.names' ? { wanted: event.wordCode } : {}))
const asks = update(({ did, wanted }) => ({
  isGone: false,
  did: [...did, entry('asks', 'loadDevice', { wordCode: wanted })],
}))
/** LIVE-1: a device that was shown is known after a start without the server. */
const stores = update(({ did }, event) =>
  event.type === 'page.names' ? { did: [...did, entry('does', 'storeShown', event.wordCode)] } : {},
)
/** A device that was deleted while the server was asked stays away. */
const takes = update(({ board, wanted, isGone }) => (isGone ? {} : { board: [...board, wanted].sort() }))
const logsFailure = logs('Dispositivo não carregado.')

/** DEV-6: a device that a page names is loaded by its wordCode, unless it is known. */
export const deviceSeekingModel = setup({
  types: {} as { context: Context; events: DeviceSeekingModelEvent },
  guards: {
    isKnown: ({ context, event }) => event.type === 'page.names' && context.board.includes(event.wordCode),
  },
}).createMachine({
  id: 'device seeking model',
  context: { now: 0, did: [], wanted: '', board: [], isGone: false },
  type: 'parallel',
  on: {
    'device.isDeleted': {
      actions: update(({ board, wanted, isGone }, event) =>
        event.type === 'device.isDeleted'
          ? { board: board.filter((each) => each !== event.wordCode), isGone: isGone || event.wordCode === wanted }
          : {},
      ),
    },
  },
  states: {
    one: {
      initial: 'idle',
      on: {
        'page.names': [
          { guard: 'isKnown', target: '.idle', actions: stores },
          { target: '.seeking', actions: [wants, asks] },
        ],
      },
      states: {
        idle: {},
        seeking: {
          tags: 'seeking',
          on: {
            'socket.isRestored': { target: 'seeking', actions: asks },
            'server.finds': { target: 'idle', actions: takes },
            'server.findsNone': 'missing',
            'server.fails': { target: 'failed', actions: logsFailure },
          },
        },
        missing: { tags: 'missing' },
        failed: {
          tags: 'seekingFailed',
          on: {
            'person.reloads': { target: 'seeking', actions: asks },
            'socket.isRestored': { target: 'seeking', actions: asks },
            'service.recovers': { target: 'seeking', actions: asks },
          },
        },
      },
    },
    contact: {
      initial: 'current',
      states: {
        current: { on: { 'service.isLost': 'lost', 'server.fails': 'lost' } },
        lost: {
          tags: 'unknown',
          on: { 'server.finds': 'current', 'server.findsNone': 'current', 'service.recovers': 'current' },
        },
      },
    },
  },
})

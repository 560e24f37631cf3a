import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface DeviceReachModelContext extends ModelContext {
  /** Known devices. */
  board: readonly string[]
  /** Known devices that are offline. */
  offline: readonly string[]
  /** The report about the device that arrived after the last call. */
  news: 'up' | 'gone' | null
}

export type DeviceReachModelEvent =
  | { type: 'health.finds'; online: boolean }
  | { type: 'health.isUnreachable' }
  | { type: 'gate.reportsLoss' }
  | { type: 'gate.reportsRecovery' }
  | { type: 'gate.isQuiet' }
  | { type: 'server.lists' }
  | { type: 'server.fails' }
  | { type: 'service.recovers' }
  | { type: 'socket.isRestored' }
  | { type: 'device.isDeleted' }

/** The device of all events in this model. */
export const troubled = 'A'

type Context = DeviceReachModelContext
const { update } = modelActions<Context, DeviceReachModelEvent>()
const fails = update(({ board }) => ({ offline: board }))
const recovers = update(() => ({ offline: [] }))
const reportsRecovery = update(({ news }) => ({ offline: [], news: news ?? ('up' as const) }))
const asks = update(({ did }) => ({ did: [...did, entry('asks', 'loadTroubled')], news: null }))
/** News after the call win over its answer. */
const takes = update(({ news }) =>
  news === 'gone' ? {} : { board: [troubled], offline: news === 'up' ? [] : [troubled] },
)
const logs = update(({ did }) => ({
  did: [...did, entry('does', 'logFailure', 'Dispositivos com problema não carregados.')],
}))

/** PAGE-1: an unknown device in trouble is loaded; reports about a known device are applied (LIVE-1). */
export const deviceReachModel = setup({
  types: {} as { context: Context; events: DeviceReachModelEvent },
  guards: {
    isUp: ({ event }) => event.type === 'health.finds' && event.online,
    isKnown: ({ context }) => context.board.length > 0,
  },
}).createMachine({
  id: 'device reach model',
  context: { now: 0, did: [], board: [], offline: [], news: null },
  type: 'parallel',
  on: { 'device.isDeleted': { actions: update(() => ({ board: [], offline: [], news: 'gone' as const })) } },
  states: {
    reach: {
      initial: 'known',
      on: {
        'health.finds': [
          { guard: 'isUp', actions: recovers },
          { guard: 'isKnown', actions: fails },
          { target: '.loading', actions: asks },
        ],
        'gate.reportsLoss': [
          { guard: 'isKnown', actions: fails },
          { target: '.loading', actions: asks },
        ],
        'gate.reportsRecovery': { actions: reportsRecovery },
        'gate.isQuiet': {},
      },
      states: {
        known: {},
        loading: {
          tags: 'troublesUnknown',
          on: {
            'socket.isRestored': { target: 'loading', actions: asks },
            'server.lists': { target: 'known', actions: takes },
            'server.fails': { target: 'failed', actions: logs },
          },
        },
        failed: {
          tags: 'troublesUnknown',
          on: { 'service.recovers': { target: 'loading', actions: asks } },
        },
      },
    },
    care: {
      initial: 'current',
      states: {
        current: { on: { 'health.isUnreachable': 'lost' } },
        lost: { tags: 'unknown', on: { 'health.finds': 'current' } },
      },
    },
  },
})

import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface DeviceReachModelContext extends ModelContext {
  /** Known devices. */
  board: readonly string[]
  /** Known devices that are offline. */
  offline: readonly string[]
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
  | { type: 'device.isDeleted' }

/** The device of all events in this model. */
export const troubled = 'A'

type Context = DeviceReachModelContext
const { did, update } = modelActions<Context, DeviceReachModelEvent>()
const fails = update(({ board }) => ({ offline: board }))
const recovers = update(() => ({ offline: [] }))
const asks = did(entry('asks', 'loadTroubled'))
const takes = update(() => ({ board: [troubled], offline: [troubled] }))
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
  context: { now: 0, did: [], board: [], offline: [] },
  type: 'parallel',
  on: { 'device.isDeleted': { actions: update(() => ({ board: [], offline: [] })) } },
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
        'gate.reportsRecovery': { actions: recovers },
        'gate.isQuiet': {},
      },
      states: {
        known: {},
        loading: {
          tags: 'troublesUnknown',
          on: {
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

import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface DevicePlaceModelContext extends ModelContext {
  /** Condominium of the page; '' if no page is open. */
  condominiumId: string
  /** Known devices. */
  board: readonly string[]
}

export type DevicePlaceModelEvent =
  | { type: 'page.shows'; condominiumId: string }
  | { type: 'page.leaves' }
  | { type: 'person.reloads' }
  | { type: 'server.lists'; wordCodes: readonly string[] }
  | { type: 'server.fails' }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }

type Context = DevicePlaceModelContext
const { update } = modelActions<Context, DevicePlaceModelEvent>()
const shows = update((_, event) => (event.type === 'page.shows' ? { condominiumId: event.condominiumId } : {}))
const leaves = update(() => ({ condominiumId: '' }))
const asks = update(({ did, condominiumId }) => ({ did: [...did, entry('asks', 'loadPlace', { condominiumId })] }))
/** Removes the devices of the condominium that its list does not contain; devices of others stay. */
const takes = update(({ board, condominiumId }, event) => {
  if (event.type !== 'server.lists') return {}
  const others = board.filter((each) => !each.startsWith(`${condominiumId}-`))
  return { board: [...others, ...event.wordCodes.map((code) => `${condominiumId}-${code}`)] }
})
const logs = update(({ did }) => ({
  did: [...did, entry('does', 'logFailure', 'Dispositivos do condomínio não carregados.')],
}))

const again = { target: 'loading', actions: asks }
const refreshed = { 'person.reloads': again, 'socket.isRestored': again, 'service.recovers': again }

/** PAGE-2: a condominium's page requests only the devices of that condominium. */
export const devicePlaceModel = setup({
  types: {} as { context: Context; events: DevicePlaceModelEvent },
}).createMachine({
  id: 'device place model',
  context: { now: 0, did: [], condominiumId: '', board: [] },
  type: 'parallel',
  states: {
    place: {
      initial: 'idle',
      on: {
        'page.shows': { target: '.loading', actions: [shows, asks] },
        'page.leaves': { target: '.idle', actions: leaves },
      },
      states: {
        idle: {},
        loading: {
          on: {
            'person.reloads': again,
            'socket.isRestored': again,
            'server.lists': { target: 'loaded', actions: takes },
            'server.fails': { target: 'failed', actions: logs },
          },
        },
        loaded: { tags: 'placeLoaded', on: refreshed },
        failed: { tags: 'placeError', on: refreshed },
      },
    },
    contact: {
      initial: 'current',
      states: {
        current: { on: { 'server.fails': 'lost' } },
        lost: { tags: 'unknown', on: { 'server.lists': 'current', 'service.recovers': 'current' } },
      },
    },
  },
})

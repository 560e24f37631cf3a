import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Id of the condominium on the page. */
export const id = 'c2'

export interface CondominiumPlaceModelContext extends ModelContext {
  /** Whether the server has answered with the condominium. */
  isLoaded: boolean
}

export type CondominiumPlaceModelEvent =
  | { type: 'person.retries' }
  | { type: 'server.reads' }
  | { type: 'server.hasNone'; status: number }
  | { type: 'server.fails' }
  | { type: 'socket.delivers' }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'others.change'; ids: readonly string[] }
  | { type: 'feed.breaks' }

/** A batch of events that the socket brings. */
export const batch = { condominiumIds: [id], activities: [] }

type Context = CondominiumPlaceModelContext
const { did, logs, update } = modelActions<Context, CondominiumPlaceModelEvent>()
const asksToRead = entry('asks', 'readPlace', { id })
const reads = did(asksToRead)
const sends = (event: string) => did(`sends feed ${event}`)

/**
 * PAGE-2, LIVE-1: after a reconnection or a change by other people, the page loads the condominium again. The page
 * forwards new events to its feed.
 */
export const condominiumPlaceModel = setup({
  types: {} as { context: Context; events: CondominiumPlaceModelEvent },
  guards: {
    mayConcern: ({ event }) => event.type === 'others.change' && (event.ids.length === 0 || event.ids.includes(id)),
  },
}).createMachine({
  id: 'condominium place model',
  context: { now: 0, did: [entry('asks', 'feed', { condominiumId: id }), asksToRead], isLoaded: false },
  initial: 'shown',
  states: {
    shown: {
      on: {
        'person.retries': { target: '.reading', actions: reads },
        'socket.delivers': { actions: sends(`socket.batch ${JSON.stringify(batch)}`) },
        'socket.isRestored': { target: '.reading', actions: [sends('socket.restored'), reads] },
        'service.recovers': { target: '.reading', actions: [sends('server.restored'), reads] },
        'others.change': { guard: 'mayConcern', target: '.reading', actions: reads },
        'feed.breaks': { target: 'broken', actions: logs('Os eventos do condomínio falharam.') },
      },
      initial: 'reading',
      states: {
        reading: {
          on: {
            'server.reads': { target: 'read', actions: update(() => ({ isLoaded: true })) },
            'server.hasNone': 'missing',
            'server.fails': { target: 'unread', actions: logs('Condomínio não carregado.') },
          },
        },
        read: {},
        missing: { tags: 'missing' },
        unread: { tags: 'unread' },
      },
    },
    broken: { tags: 'broken' },
  },
})

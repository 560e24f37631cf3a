import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface ShownPlaceModelContext extends ModelContext {
  /** Id of the open page; '' if no page is open. */
  id: string
}

export type ShownPlaceModelEvent =
  | { type: 'page.opens'; id: string }
  | { type: 'page.closes' }
  | { type: 'page.breaks' }
  | { type: 'person.retries' }
  | { type: 'socket.delivers' }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'others.change' }
  | { type: 'form.saves' }

/** A batch of events that the socket brings. */
export const batch = { condominiumIds: ['c2'], activities: [] }

type Context = ShownPlaceModelContext
const { did, logs, update } = modelActions<Context, ShownPlaceModelEvent>()
const opens = update(({ did }, event) =>
  event.type === 'page.opens' ? { id: event.id, did: [...did, entry('asks', 'place', { id: event.id })] } : {},
)
const closes = update(() => ({ id: '' }))
const sends = (event: string) => did(`sends place ${event}`)
const stores = did(entry('does', 'storeSelection', null))

/** PAGE-2: each page that opens starts a new actor, receives events while it is open, and fails without the others. */
export const shownPlaceModel = setup({
  types: {} as { context: Context; events: ShownPlaceModelEvent },
}).createMachine({
  id: 'shown place model',
  context: { now: 0, did: [entry('asks', 'restoreSelection')], id: '' },
  initial: 'closed',
  on: { 'page.opens': { target: '.open', actions: opens }, 'form.saves': { actions: stores } },
  states: {
    closed: {},
    open: {
      on: {
        'page.closes': { target: 'closed', actions: closes },
        'page.breaks': { target: 'broken', actions: [closes, logs('A página do condomínio falhou.')] },
        'person.retries': { actions: sends('place.reload') },
        'socket.delivers': { actions: sends(`socket.batch ${JSON.stringify(batch)}`) },
        'socket.isRestored': { actions: sends('socket.restored') },
        'service.recovers': { actions: sends('server.restored') },
        'others.change': { actions: sends('condominiums.changed {"condominiumIds":["c2"]}') },
        'form.saves': { actions: [stores, sends('place.reload')] },
      },
    },
    broken: { tags: 'placeBroken', on: { 'page.closes': 'closed' } },
  },
})

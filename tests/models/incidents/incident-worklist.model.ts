import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { ana, incidentOf } from './incident-fixtures.ts'

export const claimed = incidentOf('i1', { life: 'claimed', owner: ana, version: 2 })
export const unclaimed = incidentOf('i2', { version: 2 })
export const changed = { claimed: [claimed], unclaimed: [unclaimed], both: [claimed, unclaimed] }

export interface IncidentWorklistModelContext extends ModelContext {
  chosen: readonly string[]
  past: readonly string[]
  pastOf: string | null
  cursor: string | null
}

export type IncidentWorklistModelEvent =
  | { type: 'person.chooses'; ids: readonly string[]; isChosen: boolean }
  | { type: 'person.claimsChosen' }
  | { type: 'person.opens'; id: string }
  | { type: 'person.leaves' }
  | { type: 'page.answers' }
  | { type: 'page.breaks' }
  | { type: 'duty.breaks' }
  | { type: 'socket.reports'; what: keyof typeof changed }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'person.wantsPast'; condominiumId: string | null }
  | { type: 'person.wantsMore' }
  | { type: 'past.arrives'; next: string | null }
  | { type: 'past.fails' }

type Context = IncidentWorklistModelContext

const { did, logs, update } = modelActions<Context, IncidentWorklistModelEvent>()
const asksPast = update(({ did, pastOf, cursor }) => ({
  did: [...did, entry('asks', 'loadPast', { condominiumId: pastOf, cursor })],
}))
const takesPast = update(({ past }, event) =>
  event.type === 'past.arrives' ? { past: [...past, 'i9'], cursor: event.next } : {},
)
const sendsToPage = update(({ did }, event) => {
  if (event.type === 'socket.isRestored') return { did: [...did, 'sends page socket.restored'] }
  if (event.type === 'service.recovers') return { did: [...did, 'sends page server.restored'] }
  if (event.type !== 'socket.reports') return {}
  return { did: [...did, `sends page incidents.changed ${JSON.stringify({ incidents: changed[event.what] })}`] }
})

/** DESK-1: incidents are chosen and claimed together; one incident is open; the closed ones come page by page. */
export const incidentWorklistModel = setup({
  types: {} as { context: Context; events: IncidentWorklistModelEvent },
}).createMachine({
  id: 'incident worklist model',
  context: { now: 0, did: [entry('asks', 'duty')], chosen: [], past: [], pastOf: null, cursor: null },
  type: 'parallel',
  states: {
    choice: {
      on: {
        'person.chooses': {
          actions: update(({ chosen }, event) => {
            if (event.type !== 'person.chooses') return {}
            const others = chosen.filter((id) => !event.ids.includes(id))
            return { chosen: event.isChosen ? [...others, ...event.ids] : others }
          }),
        },
        'person.claimsChosen': {
          actions: update(({ did, chosen }) => ({
            chosen: [],
            did: [...did, entry('reports', 'incidents.claim', { ids: chosen })],
          })),
        },
        'socket.reports': {
          guard: ({ event }) => event.what !== 'unclaimed',
          actions: update(({ chosen }) => ({ chosen: chosen.filter((id) => id !== 'i1') })),
        },
      },
    },
    page: {
      initial: 'closed',
      on: {
        'person.opens': {
          target: '.open',
          actions: update(({ did }, event) =>
            event.type === 'person.opens' ? { did: [...did, entry('asks', 'page', { id: event.id })] } : {},
          ),
        },
      },
      states: {
        closed: {},
        open: {
          on: {
            'person.leaves': 'closed',
            'page.answers': { actions: did(entry('reports', 'incidents.changed', { incidents: [claimed] })) },
            'page.breaks': { target: 'broken', actions: logs('A página da ocorrência falhou.') },
            'socket.reports': { actions: sendsToPage },
            'socket.isRestored': { actions: sendsToPage },
            'service.recovers': { actions: sendsToPage },
          },
        },
        broken: { tags: 'pageBroken', on: { 'person.leaves': 'closed' } },
      },
    },
    duty: {
      initial: 'shown',
      states: {
        shown: {
          on: {
            'duty.breaks': { target: 'none', actions: logs('O plantão falhou.') },
            'socket.isRestored': { actions: did('sends duty socket.restored') },
          },
        },
        none: {},
      },
    },
    past: {
      initial: 'unasked',
      on: {
        'person.wantsPast': {
          target: '.loading',
          actions: [
            update((_, event) =>
              event.type === 'person.wantsPast' ? { past: [], pastOf: event.condominiumId, cursor: null } : {},
            ),
            asksPast,
          ],
        },
      },
      states: {
        unasked: {},
        loading: {
          tags: 'pastBusy',
          on: {
            'past.arrives': [
              { guard: ({ event }) => event.next === null, target: 'ended', actions: takesPast },
              { target: 'loaded', actions: takesPast },
            ],
            'past.fails': { target: 'failed', actions: logs('Ocorrências passadas não carregadas.') },
          },
        },
        loaded: { on: { 'person.wantsMore': { target: 'loading', actions: asksPast } } },
        ended: { tags: 'pastEnd' },
        failed: {
          tags: 'pastError',
          on: {
            'person.wantsMore': { target: 'loading', actions: asksPast },
            'service.recovers': { target: 'loading', actions: asksPast },
          },
        },
      },
    },
  },
})

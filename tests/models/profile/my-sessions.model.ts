import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Session lists that the server answers: this session alone, or with sessions on other computers. */
export const lists = {
  alone: ['here'],
  another: ['here', 'office'],
  two: ['here', 'office', 'phone'],
} as const

export type ListName = keyof typeof lists

export interface MySessionsModelContext extends ModelContext {
  listed: readonly string[]
  /** Ids of the sessions to end, in the order in which they are ended. */
  ending: readonly string[]
  ended: number
  failure: string | null
}

export type MySessionsModelEvent =
  | { type: 'person.opensPage' }
  | { type: 'person.ends'; id: string }
  | { type: 'person.endsOthers' }
  | { type: 'server.lists'; list: ListName }
  | { type: 'server.failsToList' }
  | { type: 'server.ends' }
  | { type: 'server.failsToEnd'; text: string }

const { logs, update } = modelActions<MySessionsModelContext, MySessionsModelEvent>()
const asksList = update(({ did }) => ({ did: [...did, entry('asks', 'loadSessions')], ended: 0, failure: null }))
const asksEnd = update(({ did, ending }) => ({ did: [...did, entry('asks', 'endSession', { id: ending[0] })] }))
const forgets = update(() => ({ ended: 0, failure: null }))
const wants = update(({ ending }, event) => (event.type === 'person.ends' ? { ending: [...ending, event.id] } : {}))
const wantsAll = update(({ listed, ending }) => ({
  ending: [...ending, ...listed.filter((id) => id !== 'here' && !ending.includes(id))],
}))
const learns = update(({ listed, ending, ended }) => ({
  listed: listed.filter((id) => id !== ending[0]),
  ending: ending.slice(1),
  ended: ended + 1,
}))

/**
 * SHELL-5: a session leaves the list only after the server has ended it; the session of this page cannot be ended here.
 */
export const mySessionsModel = setup({
  types: {} as { context: MySessionsModelContext; events: MySessionsModelEvent },
  guards: {
    canEnd: ({ context, event }) =>
      event.type === 'person.ends' &&
      event.id !== 'here' &&
      context.listed.includes(event.id) &&
      !context.ending.includes(event.id),
    isElsewhereToo: ({ context }) => context.listed.length > 1,
    isMoreToEnd: ({ context }) => context.ending.length > 1,
  },
}).createMachine({
  id: 'sessions model',
  context: { now: 0, did: [], listed: [], ending: [], ended: 0, failure: null },
  initial: 'unasked',
  states: {
    unasked: { on: { 'person.opensPage': { target: 'loading', actions: asksList } } },
    loading: {
      tags: 'loading',
      on: {
        'person.opensPage': { actions: asksList },
        'server.lists': {
          target: 'listed',
          actions: update((_, event) => (event.type === 'server.lists' ? { listed: lists[event.list] } : {})),
        },
        'server.failsToList': { target: 'failed', actions: logs('Sessões não carregadas.') },
      },
    },
    failed: { tags: 'error', on: { 'person.opensPage': { target: 'loading', actions: asksList } } },
    listed: {
      on: {
        'person.opensPage': { target: 'loading', actions: asksList },
        'person.ends': { guard: 'canEnd', target: 'ending', actions: [forgets, wants, asksEnd] },
        'person.endsOthers': { guard: 'isElsewhereToo', target: 'ending', actions: [forgets, wantsAll, asksEnd] },
      },
    },
    ending: {
      on: {
        'person.ends': { guard: 'canEnd', actions: wants },
        'person.endsOthers': { actions: wantsAll },
        'server.ends': [
          { guard: 'isMoreToEnd', actions: [learns, asksEnd] },
          { target: 'listed', actions: learns },
        ],
        'server.failsToEnd': {
          target: 'listed',
          actions: [
            update((_, event) => ({ ending: [], failure: 'text' in event ? event.text : null })),
            logs('Sessão não encerrada.'),
          ],
        },
      },
    },
  },
})

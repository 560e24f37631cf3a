import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface PeopleModelContext extends ModelContext {
  listed: readonly string[]
  failure: string | null
}

export type PeopleModelEvent =
  | { type: 'person.opensPage' }
  | { type: 'service.recovers' }
  | { type: 'person.opens'; id: string | null }
  | { type: 'person.leaves' }
  | { type: 'page.breaks' }
  | { type: 'person.opensIntegrations' }
  | { type: 'integrations.break' }
  | { type: 'server.lists'; names: readonly string[] }
  | { type: 'server.fails'; text: string }

type Context = PeopleModelContext
const { did, logs, update } = modelActions<Context, PeopleModelEvent>()
const asks = did(entry('asks', 'loadPeople'))
const opens = update(({ did }, event) =>
  event.type === 'person.opens' ? { did: [...did, entry('asks', 'page', { id: event.id })] } : {},
)

/**
 * ACC-2: the list is loaded whenever the page opens, and kept until the next answer. CALL-4: the lists of the integrations
 * start with the first visit of their page, and again after a crash.
 */
export const peopleModel = setup({ types: {} as { context: Context; events: PeopleModelEvent } }).createMachine({
  id: 'people model',
  context: { now: 0, did: [], listed: [], failure: null },
  type: 'parallel',
  states: {
    list: {
      initial: 'unasked',
      states: {
        unasked: { on: { 'person.opensPage': { target: 'loading', actions: asks } } },
        loading: {
          tags: 'loading',
          on: {
            'person.opensPage': { actions: asks },
            'server.lists': {
              target: 'listed',
              actions: update((_, event) =>
                event.type === 'server.lists' ? { listed: event.names, failure: null } : {},
              ),
            },
            'server.fails': {
              target: 'failed',
              actions: [
                update((_, event) => ('text' in event ? { failure: event.text } : {})),
                logs('Pessoas não carregadas.'),
              ],
            },
          },
        },
        listed: { tags: 'listed', on: { 'person.opensPage': { target: 'loading', actions: asks } } },
        failed: {
          tags: 'error',
          on: {
            'person.opensPage': { target: 'loading', actions: asks },
            'service.recovers': { target: 'loading', actions: asks },
          },
        },
      },
    },
    page: {
      initial: 'closed',
      on: { 'person.opens': { target: '.open', actions: opens } },
      states: {
        closed: {},
        open: {
          on: {
            'person.leaves': 'closed',
            'page.breaks': {
              target: 'broken',
              actions: logs('A página da pessoa falhou.'),
            },
          },
        },
        broken: { tags: 'pageBroken', on: { 'person.leaves': 'closed' } },
      },
    },
    integrations: {
      initial: 'closed',
      states: {
        closed: { on: { 'person.opensIntegrations': 'open' } },
        open: {
          entry: did(entry('asks', 'integrations')),
          on: { 'integrations.break': { target: 'closed', actions: logs('As integrações falharam.') } },
        },
      },
    },
  },
})

import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type Change = 'makes' | 'ends' | 'names' | 'removes'

export interface IntegrationListsModelContext extends ModelContext {
  list: 'unasked' | 'loading' | 'absent' | 'failed' | 'listed' | 'changing'
  tokens: readonly string[]
  kinds: readonly string[]
  change: Change | null
  made: string | null
  failure: string | null
  /** Whether the panel can ask for the password, which a new token requires. */
  canProve: boolean
}

export type IntegrationListsModelEvent =
  | { type: 'person.opensPage' }
  | { type: 'person.leaves' }
  | { type: 'person.changes'; change: Change }
  | { type: 'server.lists'; isAbsent: boolean }
  | { type: 'server.changes' }
  | { type: 'proof.breaks' }
  | { type: 'server.fails' }

type Context = IntegrationListsModelContext
const { update } = modelActions<Context, IntegrationListsModelEvent>()
const does = ({ did }: Context, ...entries: string[]) => ({ did: [...did, ...entries] })
const logs = (message: string) => entry('does', 'logFailure', message)
export const silence = 'Sem resposta do servidor.'
const nothing = { change: null, made: null, failure: null } as const

/** EVT-1, CALL-4: one change at a time; a secret is kept until the page closes; a list changes with the server's answer. */
export const integrationListsModel = setup({
  types: {} as { context: Context; events: IntegrationListsModelEvent },
}).createMachine({
  id: 'integration lists model',
  context: { now: 0, did: [], list: 'unasked', tokens: [], kinds: [], canProve: false, ...nothing },
  on: {
    'person.opensPage': {
      actions: update((context) =>
        ['unasked', 'loading', 'failed', 'listed'].includes(context.list)
          ? { list: 'loading', ...does(context, entry('asks', 'load')) }
          : {},
      ),
    },
    'person.leaves': { actions: update(({ list }) => (list === 'listed' ? nothing : {})) },
    'person.changes': {
      actions: update((context, event) => ({
        ...(context.list === 'listed' &&
          'change' in event && {
            ...nothing,
            list: 'changing',
            change: event.change,
            canProve: true,
            ...does(context, entry('asks', 'change', event.change), entry('asks', 'proof')),
          }),
      })),
    },
    'server.lists': {
      actions: update((_, event) =>
        'isAbsent' in event && event.isAbsent ? { list: 'absent' } : { list: 'listed', tokens: ['old'], kinds: ['E1'] },
      ),
    },
    'server.changes': {
      actions: update(({ tokens, kinds, change }) => ({
        list: 'listed',
        made: change === 'makes' ? 'new' : null,
        tokens: change === 'makes' ? ['new', ...tokens] : tokens.filter((id) => change !== 'ends' || id !== 'old'),
        kinds: change === 'names' ? ['E1', 'E2'] : kinds.filter((code) => change !== 'removes' || code !== 'E1'),
      })),
    },
    'proof.breaks': {
      actions: update((context) => ({ canProve: false, ...does(context, logs('A pergunta pela senha falhou.')) })),
    },
    'server.fails': {
      actions: update((context) =>
        context.list === 'loading'
          ? { list: 'failed', ...does(context, logs('Integrações não carregadas.')) }
          : { list: 'listed', failure: silence, ...does(context, logs('Integração não alterada.')) },
      ),
    },
  },
})

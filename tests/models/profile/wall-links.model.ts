import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface WallLinksModelContext extends ModelContext {
  list: 'unasked' | 'loading' | 'absent' | 'failed' | 'listed' | 'making' | 'revoking'
  listed: readonly string[]
  made: string | null
  subject: string
  failure: { of: 'make' | 'revoke'; text: string } | null
  revoked: number
  /** Whether the panel can ask for the password, which each new link requires. */
  canProve: boolean
}

export type WallLinksModelEvent =
  | { type: 'person.opensPage' }
  | { type: 'person.leaves' }
  | { type: 'person.makes' }
  | { type: 'person.revokes'; id: string }
  | { type: 'server.lists'; links: readonly string[] | null }
  | { type: 'server.makes' }
  | { type: 'server.revokes' }
  | { type: 'proof.breaks' }
  | { type: 'server.fails'; text: string }

type Context = WallLinksModelContext
const { update } = modelActions<Context, WallLinksModelEvent>()
const does = ({ did }: Context, ...entries: string[]) => ({ did: [...did, ...entries] })
const logs = (message: string) => entry('does', 'logFailure', message)
const nothing = { made: null, failure: null, revoked: 0 } as const

/** INC-8: one request at a time; a secret is kept until the page closes; a link ends with the server's answer. */
export const wallLinksModel = setup({
  types: {} as { context: Context; events: WallLinksModelEvent },
}).createMachine({
  id: 'wall links model',
  context: { now: 0, did: [], list: 'unasked', listed: [], subject: '', canProve: false, ...nothing },
  on: {
    'person.opensPage': {
      actions: update((context) =>
        ['unasked', 'loading', 'failed', 'listed'].includes(context.list)
          ? { list: 'loading', ...does(context, entry('asks', 'loadLinks')) }
          : {},
      ),
    },
    'person.leaves': { actions: update(() => ({ ...nothing })) },
    'person.makes': {
      actions: update((context) => ({
        ...(context.list === 'listed' && {
          ...nothing,
          list: 'making',
          canProve: true,
          subject: 'Guarita norte',
          ...does(context, entry('asks', 'make', { name: 'Guarita norte' }), entry('asks', 'proof')),
        }),
      })),
    },
    'person.revokes': {
      actions: update((context, event) => ({
        ...(context.list === 'listed' &&
          'id' in event && {
            ...nothing,
            list: 'revoking',
            subject: event.id,
            ...does(context, entry('asks', 'revoke', { id: event.id })),
          }),
      })),
    },
    'server.lists': {
      actions: update((_, event) =>
        'links' in event && event.links !== null ? { list: 'listed', listed: event.links } : { list: 'absent' },
      ),
    },
    'server.makes': { actions: update(({ listed }) => ({ list: 'listed', made: 'new', listed: ['new', ...listed] })) },
    'server.revokes': {
      actions: update(({ listed, subject }) => ({
        list: 'listed',
        listed: listed.filter((id) => id !== subject),
        revoked: 1,
      })),
    },
    'proof.breaks': {
      actions: update((context) => ({ canProve: false, ...does(context, logs('A pergunta pela senha falhou.')) })),
    },
    'server.fails': {
      actions: update((context, event) => {
        const text = 'text' in event ? event.text : ''
        if (context.list === 'loading')
          return { list: 'failed', ...does(context, logs('Links do modo plantão não carregados.')) }
        return context.list === 'making'
          ? {
              list: 'listed',
              failure: { of: 'make', text },
              ...does(context, logs('Link do modo plantão não criado.')),
            }
          : {
              list: 'listed',
              failure: { of: 'revoke', text },
              ...does(context, logs('Link do modo plantão não revogado.')),
            }
      }),
    },
  },
})

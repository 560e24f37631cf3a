import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface LastKnownModelContext extends ModelContext {
  /** In milliseconds after the start of the page. */
  at: number | null
  shell: 'unwanted' | 'waiting' | 'asking' | 'kept' | 'refused'
  isObserved: boolean
}

export type LastKnownModelEvent =
  | { type: 'server.isRemembered'; at: number }
  | { type: 'health.isRemembered' }
  | { type: 'answers.areUnobserved' }
  | { type: 'server.recovers' }
  | { type: 'shell.isDue' }
  | { type: 'shell.isStored' }
  | { type: 'shell.isRefused' }

type Context = LastKnownModelContext
const { update } = modelActions<Context, LastKnownModelEvent>()
const notes = update(({ at }, event) =>
  event.type === 'server.isRemembered' ? { at: Math.max(at ?? event.at, event.at) } : {},
)
/** The files that were refused, perhaps because the server did not answer, are asked for again. */
const retried = (shell: Context['shell']) => (shell === 'refused' ? 'waiting' : shell)

/** LIVE-1: last known data is marked until the server answers; the app shell is stored when no load is running. */
export const lastKnownModel = setup({
  types: {} as { context: Context; events: LastKnownModelEvent; input: { mayKeep: boolean } },
}).createMachine({
  id: 'last known model',
  context: ({ input: { mayKeep } }) => ({
    now: 0,
    did: [entry('asks', 'answers')],
    at: null,
    shell: mayKeep ? 'waiting' : 'unwanted',
    isObserved: true,
  }),
  initial: 'current',
  on: {
    'answers.areUnobserved': {
      actions: update(({ did }) => ({
        isObserved: false,
        did: [...did, entry('does', 'logFailure', 'Respostas guardadas não observadas.')],
      })),
    },
    'server.recovers': { actions: update(({ shell }) => ({ shell: retried(shell) })) },
    'shell.isDue': {
      actions: update(({ now, did }) => ({
        now: now + 15_000,
        shell: 'asking',
        did: [...did, entry('asks', 'keepShell')],
      })),
    },
    'shell.isStored': { actions: update(() => ({ shell: 'kept' })) },
    'shell.isRefused': {
      actions: update(({ did }) => ({
        shell: 'refused',
        did: [...did, entry('does', 'logFailure', 'O painel não pôde ser guardado neste navegador.')],
      })),
    },
  },
  states: {
    current: { on: { 'server.isRemembered': { target: 'remembered', actions: notes } } },
    remembered: {
      tags: 'lastKnown',
      on: {
        'server.isRemembered': { actions: notes },
        'server.recovers': {
          target: 'current',
          actions: update(({ did, shell }) => ({
            at: null,
            shell: retried(shell),
            did: [...did, entry('reports', 'lastKnown.over')],
          })),
        },
      },
    },
  },
})

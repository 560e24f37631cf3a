import { assign, sendParent, setup } from 'xstate'
import type { Condominium } from '../services/condominium-schema.ts'
import { failed } from './failed.ts'
import { effectNotProvided, promiseNotProvided } from './not-provided.ts'

interface CondominiumsContext {
  userId: string
  condominiums: readonly Condominium[]
  selected: Condominium | null
}

export type CondominiumsEvent =
  | { type: 'condominiums.select'; id: string }
  | { type: 'condominiums.reload' }
  | { type: 'socket.restored' }
  /** Local storage was emptied (THM-2). */
  | { type: 'storage.cleared' }

/** What the condominiums tell the root: another one was selected, or none (CON-1). */
export interface CondominiumsReport {
  type: 'condominiums.selected'
  condominium: Condominium | null
}

/** The condominiums that the user may see, and the one he works in (CON-1). */
export const condominiumsMachine = setup({
  types: {} as {
    context: CondominiumsContext
    events: CondominiumsEvent
    input: { userId: string }
    tags: 'busy' | 'error' | 'ready'
  },
  actors: {
    /** What local storage kept of the last visit. */
    restoreSelection: promiseNotProvided<Condominium | null>('condominiums.restoreSelection'),
    loadCondominiums: promiseNotProvided<Condominium[], { userId: string }>('condominiums.loadCondominiums'),
  },
  actions: {
    /** Keeps the selection in local storage, or forgets it. */
    storeSelection: effectNotProvided('condominiums.storeSelection'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('condominiums.logFailure'),
    takeRestored: assign((_, { selected }: { selected: Condominium | null }) => ({ selected })),
    takeList: assign(({ context }, { condominiums }: { condominiums: Condominium[] }) => ({
      condominiums: inOrder(condominiums),
      selected: condominiums.find(({ id }) => id === context.selected?.id) ?? null,
    })),
    select: assign(({ context }, { id }: { id: string }) => ({
      selected: context.condominiums.find((condominium) => condominium.id === id) ?? context.selected,
    })),
    reportSelected: sendParent(({ context }) => ({
      type: 'condominiums.selected' as const,
      condominium: context.selected,
    })),
  },
  guards: {
    isKnown: ({ context }, { id }: { id: string }) => context.condominiums.some((condominium) => condominium.id === id),
  },
}).createMachine({
  id: 'condominiums',
  context: ({ input }) => ({ userId: input.userId, condominiums: [], selected: null }),
  initial: 'restoring',
  on: { 'storage.cleared': { actions: 'storeSelection' } },
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        src: 'restoreSelection',
        onDone: {
          target: 'loading',
          actions: [{ type: 'takeRestored', params: ({ event }) => ({ selected: event.output }) }, 'reportSelected'],
        },
        onError: { target: 'loading', actions: failed('Condomínio selecionado ilegível.') },
      },
    },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadCondominiums',
        input: ({ context }) => ({ userId: context.userId }),
        onDone: {
          target: 'ready',
          actions: [
            { type: 'takeList', params: ({ event }) => ({ condominiums: event.output }) },
            'storeSelection',
            'reportSelected',
          ],
        },
        onError: { target: 'failed', actions: failed('Condomínios não carregados.') },
      },
    },
    ready: {
      tags: 'ready',
      on: {
        'condominiums.select': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          actions: [{ type: 'select', params: ({ event }) => event }, 'storeSelection', 'reportSelected'],
        },
        'condominiums.reload': 'loading',
      },
    },
    failed: {
      tags: 'error',
      on: { 'condominiums.reload': 'loading', 'socket.restored': 'loading' },
    },
  },
})

function inOrder(condominiums: readonly Condominium[]): Condominium[] {
  const { compare } = new Intl.Collator('pt-BR', { numeric: true })
  return condominiums.toSorted((left, right) => compare(left.name, right.name))
}

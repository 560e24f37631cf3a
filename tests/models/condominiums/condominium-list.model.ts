import { setup } from 'xstate'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { CondominiumNews } from '../../../src/machines/condominiums/condominiums.machine.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export function named(id: string, name: string): Condominium {
  return { id, name, wordCode: '', customersId: '' }
}

/** In alphabetical order: accents ignored, numbers by value. */
export const listed = [named('a', 'Árvore'), named('c2', 'Edifício 2'), named('c10', 'Edifício 10')] as const

export const bosque = named('b', 'Bosque')
export const renamed = named('c2', 'Zênite')
/** Selections that local storage may keep: in the list, in the list under an older name, or not in the list. */
export const kept = { c2: named('c2', 'antigo'), c99: named('c99', 'alheio') } as const

export interface CondominiumListModelContext extends ModelContext {
  condominiums: readonly Condominium[]
  selected: Condominium | null
  /** Name of the selected condominium if the list no longer has it and the person has not dismissed the notice. */
  lost: string | null
  news: CondominiumNews | null
  /** Whether this page has changed a condominium since the list was loaded. */
  isChanged: boolean
}

export type CondominiumListModelEvent =
  | { type: 'storage.keeps'; id: keyof typeof kept | null }
  | { type: 'storage.isUnreadable' }
  | { type: 'server.lists' }
  | { type: 'server.fails' }
  | { type: 'person.selects'; id: string | null }
  | { type: 'person.readsLoss' }
  | { type: 'person.reloads' }
  | { type: 'person.readsNews' }
  | { type: 'socket.isRestored' }
  | { type: 'service.recovers' }
  | { type: 'others.change' }
  | { type: 'page.opens' }
  | { type: 'tab.isShown' }
  | { type: 'time.passes' }
  | { type: 'lastKnown.isOver' }
  | { type: 'storage.isCleared' }
  | { type: 'form.saves'; condominium: Condominium; isNew: boolean }
  | { type: 'deletion.succeeds'; condominium: Condominium }

type Context = CondominiumListModelContext
const { did, logs, update } = modelActions<Context, CondominiumListModelEvent>()
const asks = did(entry('asks', 'loadCondominiums', { userId: 'u1' }))
const stores = update(({ did, selected }) => ({ did: [...did, entry('does', 'storeSelection', selected?.id ?? null)] }))
const reports = update(({ did, selected }) => ({
  did: [...did, entry('reports', 'condominiums.selected', { condominium: selected })],
}))
const restores = update((_, event) =>
  event.type === 'storage.keeps' ? { selected: event.id === null ? null : kept[event.id] } : {},
)
const takesList = update(({ selected, lost }) => ({
  condominiums: listed,
  selected: listed.find(({ id }) => id === selected?.id) ?? null,
  lost: selected === null || listed.some(({ id }) => id === selected.id) ? lost : selected.name,
  isChanged: false,
}))
const waits = (ms: number) => update(({ now }) => ({ now: now + ms }))
const selects = update(({ condominiums }, event) =>
  event.type === 'person.selects'
    ? { selected: condominiums.find(({ id }) => id === event.id) ?? null, lost: null }
    : {},
)
const readersOrder = ['Árvore', 'Bosque', 'Edifício 2', 'Edifício 10', 'Zênite']
const takesSaved = update(({ condominiums, selected }, event) => {
  if (event.type !== 'form.saves') return {}
  const { condominium, isNew } = event
  const others = condominiums.filter(({ id }) => id !== condominium.id)
  return {
    condominiums: [...others, condominium].sort(
      (left, right) => readersOrder.indexOf(left.name) - readersOrder.indexOf(right.name),
    ),
    selected: selected?.id === condominium.id ? condominium : selected,
    news: { kind: isNew ? 'created' : 'saved', name: condominium.name },
    isChanged: true,
  }
})
const takesDeleted = update(({ condominiums, selected }, event) => {
  if (event.type !== 'deletion.succeeds') return {}
  const { id, name } = event.condominium
  return {
    condominiums: condominiums.filter((each) => each.id !== id),
    selected: selected?.id === id ? null : selected,
    news: { kind: 'deleted', name },
    isChanged: true,
  }
})

/**
 * CON-1, CON-4, SES-8, LIVE-6: the stored selection stays until the list is loaded, and is then kept if the list
 * contains it. The list is loaded again after changes by other people, after a lost connection, and when a page opens
 * after more than five minutes.
 */
export const condominiumListModel = setup({
  types: {} as { context: Context; events: CondominiumListModelEvent },
  guards: {
    isKnown: ({ context, event }) =>
      event.type === 'person.selects' && (event.id === null || context.condominiums.some(({ id }) => id === event.id)),
    isSelected: ({ context, event }) =>
      event.type === 'deletion.succeeds' && event.condominium.id === context.selected?.id,
  },
}).createMachine({
  id: 'condominium list model',
  context: {
    now: 0,
    did: [entry('asks', 'restoreSelection')],
    condominiums: [],
    selected: null,
    lost: null,
    news: null,
    isChanged: false,
  },
  initial: 'restoring',
  on: {
    'storage.isCleared': { actions: stores },
    'person.selects': { guard: 'isKnown', actions: [selects, stores, reports] },
    'person.readsLoss': { actions: update(() => ({ lost: null })) },
    'person.readsNews': { actions: update(() => ({ news: null })) },
    'form.saves': { actions: [takesSaved, stores] },
    'deletion.succeeds': [{ guard: 'isSelected', actions: [takesDeleted, stores, reports] }, { actions: takesDeleted }],
  },
  states: {
    restoring: {
      tags: 'busy',
      on: {
        'storage.keeps': { target: 'loading', actions: [restores, reports, asks] },
        'storage.isUnreadable': { target: 'loading', actions: [logs('Condomínio selecionado ilegível.'), asks] },
      },
    },
    loading: {
      tags: 'busy',
      on: {
        'server.lists': { target: 'ready', actions: [takesList, stores, reports] },
        'server.fails': { target: 'failed', actions: logs('Condomínios não carregados.') },
        'form.saves': { actions: [takesSaved, stores, asks] },
        'deletion.succeeds': { actions: [takesDeleted, stores, reports, asks] },
        'lastKnown.isOver': { actions: asks },
        'others.change': 'outdated',
        'socket.isRestored': 'outdated',
      },
    },
    outdated: {
      tags: 'busy',
      on: {
        'server.lists': { target: 'changed', actions: [takesList, stores, reports] },
        'server.fails': { target: 'failed', actions: logs('Condomínios não carregados.') },
        'form.saves': { target: 'loading', actions: [takesSaved, stores, asks] },
        'deletion.succeeds': { target: 'loading', actions: [takesDeleted, stores, reports, asks] },
        'lastKnown.isOver': { target: 'loading', actions: asks },
      },
    },
    ready: {
      tags: 'ready',
      on: {
        'lastKnown.isOver': { target: 'loading', actions: asks },
        'socket.isRestored': { target: 'loading', actions: asks },
        'others.change': 'changed',
        'time.passes': { target: 'old', actions: waits(5 * 60_000) },
      },
    },
    old: {
      tags: 'ready',
      on: {
        'lastKnown.isOver': { target: 'loading', actions: asks },
        'socket.isRestored': { target: 'loading', actions: asks },
        'others.change': 'changed',
        'page.opens': { target: 'loading', actions: asks },
        'tab.isShown': { target: 'loading', actions: asks },
      },
    },
    changed: {
      tags: 'ready',
      on: {
        'lastKnown.isOver': { target: 'loading', actions: asks },
        'socket.isRestored': { target: 'loading', actions: asks },
        'time.passes': { target: 'loading', actions: [waits(300), asks] },
      },
    },
    failed: {
      tags: 'error',
      on: {
        'person.reloads': { target: 'loading', actions: asks },
        'socket.isRestored': { target: 'loading', actions: asks },
        'service.recovers': { target: 'loading', actions: asks },
        'others.change': 'changed',
      },
    },
  },
})

import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Entered texts of the two tested fields. */
export interface Entered {
  name: string
  district: string
}

/** The record as the form loaded it, and as another person saved it. */
export const first: Entered = { name: 'Aurora', district: 'Centro' }
export const second: Entered = { name: 'Outra', district: 'Jardins' }

export interface CondominiumSavingModelContext extends ModelContext {
  base: Entered
  /** ETag of `base`. */
  etag: '"1"' | '"2"'
  entered: Entered
  hasTheirs: boolean
  /** Whether the browser's Back left the page; then saving does not navigate to the list. */
  hasLeft: boolean
  /** By field: the code of a rule, or the server's text. */
  problems: Readonly<Record<string, string>>
  refusals: number
  failure: string | null
}

export type CondominiumSavingModelEvent =
  | { type: 'server.reads' }
  | { type: 'server.hasNone'; text: string }
  | { type: 'server.isDown'; text: string }
  | { type: 'person.readsAgain' }
  | { type: 'person.types'; name: string }
  | { type: 'person.saves' }
  | { type: 'server.saves' }
  | { type: 'server.refuses'; field: string; text: string }
  | { type: 'server.fails'; text: string }
  | { type: 'server.hasChanged' }
  | { type: 'page.isLeft' }
  | { type: 'page.returns' }
  | { type: 'person.keepsMine' }
  | { type: 'person.takesTheirs' }
  | { type: 'person.continues' }

type Context = CondominiumSavingModelContext
const { did, logs, update } = modelActions<Context, CondominiumSavingModelEvent>()
const reads = did(entry('asks', 'loadRecord', { id: 'c1' }))
const saves = update(({ did, etag, entered }) => ({ did: [...did, entry('asks', 'save', { etag, ...entered })] }))
const forgets = update(() => ({ problems: {}, failure: null }))
const showsFailure = update((_, event) => ('text' in event ? { failure: event.text } : {}))
const finds = update(({ refusals }) => ({ problems: { name: 'Informe o nome.' }, refusals: refusals + 1 }))
const marks = update(({ refusals }, event) =>
  event.type === 'server.refuses' ? { problems: { [event.field]: event.text }, refusals: refusals + 1 } : {},
)
const shows = update(({ did, hasLeft }) => (hasLeft ? {} : { did: [...did, entry('does', 'showList')] }))
const types = update(({ entered, problems }, event) => {
  if (event.type !== 'person.types') return {}
  const { name: _, ...left } = problems
  return { entered: { ...entered, name: event.name }, problems: left }
})
const takes = update(() => ({ base: second, etag: '"2"', entered: second, hasTheirs: false }))
/** Keeps the fields that the person changed; takes the others from the new version. */
const merges = update(({ base, entered }) => ({
  base: second,
  etag: '"2"',
  hasTheirs: false,
  entered: {
    name: entered.name === base.name ? second.name : entered.name,
    district: entered.district === base.district ? second.district : entered.district,
  },
}))

/** CON-4: the form reports errors without a request to the server; on an edit conflict the second person decides. */
export const condominiumSavingModel = setup({
  types: {} as { context: Context; events: CondominiumSavingModelEvent },
  guards: {
    isNameless: ({ context }) => context.entered.name === '',
    isFieldOfForm: ({ event }) => event.type === 'server.refuses' && event.field === 'wordCode',
  },
}).createMachine({
  id: 'condominium saving model',
  context: {
    now: 0,
    did: [entry('asks', 'loadRecord', { id: 'c1' })],
    base: first,
    etag: '"1"',
    entered: first,
    hasTheirs: false,
    hasLeft: false,
    problems: {},
    refusals: 0,
    failure: null,
  },
  initial: 'loading',
  states: {
    loading: {
      on: {
        'server.reads': 'asked',
        'server.hasNone': { target: 'missing', actions: [showsFailure, logs('Condomínio não encontrado.')] },
        'server.isDown': { target: 'unavailable', actions: [showsFailure, logs('Condomínio não carregado.')] },
      },
    },
    missing: { tags: 'missing' },
    unavailable: { tags: 'unavailable', on: { 'person.readsAgain': { target: 'loading', actions: [forgets, reads] } } },
    asked: {
      tags: 'open',
      initial: 'untried',
      on: {
        'person.types': { target: '.untried', actions: types },
        'person.saves': [
          { guard: 'isNameless', target: '.refused', actions: [forgets, finds] },
          { target: 'saving', actions: [forgets, saves] },
        ],
      },
      states: { untried: {}, refused: {}, failed: {} },
    },
    saving: {
      tags: ['open', 'busy'],
      on: {
        'page.isLeft': { actions: update(() => ({ hasLeft: true })) },
        'page.returns': { actions: update(() => ({ hasLeft: false })) },
        'server.saves': {
          target: 'saved',
          actions: [did(entry('reports', 'condominium.saved', { condominium: recordOf(first), isNew: false })), shows],
        },
        'server.refuses': [
          { guard: 'isFieldOfForm', target: 'asked.refused', actions: marks },
          { target: 'asked.failed', actions: showsFailure },
        ],
        'server.fails': { target: 'asked.failed', actions: [showsFailure, logs('Condomínio não salvo.')] },
        'server.hasChanged': { target: 'conflict', actions: update(() => ({ hasTheirs: true })) },
      },
    },
    conflict: {
      tags: ['open', 'conflict'],
      on: {
        'person.keepsMine': { target: 'saving', actions: [merges, saves] },
        'person.takesTheirs': { target: 'asked', actions: takes },
        'person.continues': { target: 'asked', actions: update(() => ({ hasTheirs: false })) },
      },
    },
    saved: { tags: 'saved' },
  },
})

/** The complete record that the tests use. */
export function recordOf({ name, district }: Entered) {
  return { id: 'c1', name, wordCode: 'AURORA-01', customersId: 'k', district }
}

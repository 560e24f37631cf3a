import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Entered values of the two tested fields. */
export interface Entered {
  name: string
  type: 'operator' | 'auditor'
}

/** The person as the form loaded it, and as another administrator saved it. */
export const first: Entered = { name: 'Marina', type: 'operator' }
export const second: Entered = { name: 'Marina Souza', type: 'auditor' }

export interface PersonFormModelContext extends ModelContext {
  base: Entered
  etag: '"1"' | '"2"'
  entered: Entered
  hasTheirs: boolean
  problems: Readonly<Record<string, string>>
  refusals: number
  failure: string | null
  isAsked: boolean
}

export type PersonFormModelEvent =
  | { type: 'server.reads' }
  | { type: 'server.hasNone'; status: number; text: string }
  | { type: 'server.isDown'; text: string }
  | { type: 'person.readsAgain' }
  | { type: 'person.types'; name: string }
  | { type: 'person.saves' }
  | { type: 'server.saves' }
  | { type: 'server.refuses'; field: string; text: string }
  | { type: 'server.fails'; text: string }
  | { type: 'server.hasChanged' }
  | { type: 'access.isChanged' }
  | { type: 'server.readsAgain' }
  | { type: 'server.isDownAgain' }
  | { type: 'person.keepsMine' }
  | { type: 'person.takesTheirs' }
  | { type: 'person.continues' }
  | { type: 'link.leavesPage' }
  | { type: 'person.stays' }
  | { type: 'person.leaves' }

type Context = PersonFormModelContext
const { did, logs, update } = modelActions<Context, PersonFormModelEvent>()
const reads = did(entry('asks', 'readPerson', { id: 'p1' }))
const saves = update(({ did, etag, entered }) => ({ did: [...did, entry('asks', 'save', { etag, ...entered })] }))
const forgets = update(() => ({ problems: {}, failure: null }))
const showsFailure = update((_, event) => ('text' in event ? { failure: event.text } : {}))
const finds = update(({ refusals }) => ({ problems: { name: 'Preencha este campo.' }, refusals: refusals + 1 }))
const marks = update(({ refusals }, event) =>
  event.type === 'server.refuses'
    ? { problems: { [event.field.split('.')[0] ?? '']: event.text }, refusals: refusals + 1 }
    : {},
)
const types = update(({ entered, problems }, event) => {
  if (event.type !== 'person.types') return {}
  const { name: _, ...left } = problems
  return { entered: { ...entered, name: event.name }, problems: left }
})
const takes = update(() => ({ base: second, etag: '"2"', entered: second, hasTheirs: false }))
/** Keeps the fields that were changed here; takes the others from the new version. */
const merges = update(({ base, entered }) => ({
  base: second,
  etag: '"2"',
  hasTheirs: false,
  entered: {
    name: entered.name === base.name ? second.name : entered.name,
    type: entered.type === base.type ? second.type : entered.type,
  },
}))

const asked = {
  'link.leavesPage': {
    guard: 'isChanged',
    actions: update(() => ({ isAsked: true })),
  },
  'person.stays': { actions: update(() => ({ isAsked: false })) },
  'person.leaves': { guard: 'isAsked', target: '#discarded', actions: did(entry('does', 'followLink', '/users')) },
} as const

/**
 * ACC-2: the form reports errors without a request to the server; on an edit conflict the second administrator decides.
 */
export const personFormModel = setup({
  types: {} as { context: Context; events: PersonFormModelEvent },
  guards: {
    isNameless: ({ context }) => context.entered.name === '',
    isField: ({ event }) => event.type === 'server.refuses' && event.field !== '',
    isChanged: ({ context: { base, entered } }) => base.name !== entered.name || base.type !== entered.type,
    isAsked: ({ context }) => context.isAsked,
  },
}).createMachine({
  id: 'person form model',
  context: {
    now: 0,
    did: [entry('asks', 'readPerson', { id: 'p1' })],
    base: first,
    etag: '"1"',
    entered: first,
    hasTheirs: false,
    problems: {},
    refusals: 0,
    failure: null,
    isAsked: false,
  },
  initial: 'loading',
  states: {
    loading: {
      on: {
        'access.isChanged': { actions: reads },
        'server.reads': 'open',
        'server.hasNone': { target: 'missing', actions: [showsFailure, logs('Pessoa não encontrada.')] },
        'server.isDown': { target: 'unavailable', actions: [showsFailure, logs('Pessoa não carregada.')] },
      },
    },
    missing: { tags: 'missing' },
    unavailable: { tags: 'unavailable', on: { 'person.readsAgain': { target: 'loading', actions: [forgets, reads] } } },
    open: {
      tags: 'open',
      initial: 'editing',
      on: asked,
      states: {
        editing: {
          initial: 'untried',
          on: {
            'person.types': { target: '.untried', actions: types },
            'person.saves': [
              { guard: 'isNameless', target: '.refused', actions: [forgets, finds] },
              { target: 'saving', actions: [forgets, saves] },
            ],
            'access.isChanged': { target: 'rereading', actions: reads },
          },
          states: { untried: {}, refused: {}, failed: {}, saved: { tags: 'saved' } },
        },
        saving: {
          tags: 'busy',
          on: {
            'server.saves': { target: 'editing.saved', actions: [takes, did(entry('reports', 'person.saved'))] },
            'server.refuses': [
              { guard: 'isField', target: 'editing.refused', actions: marks },
              { target: 'editing.failed', actions: showsFailure },
            ],
            'server.fails': { target: 'editing.failed', actions: [showsFailure, logs('Pessoa não salva.')] },
            'server.hasChanged': { target: 'conflict', actions: update(() => ({ hasTheirs: true })) },
          },
        },
        rereading: {
          tags: 'busy',
          on: {
            'access.isChanged': { actions: reads },
            'server.readsAgain': { target: 'editing', actions: merges },
            'server.isDownAgain': { target: 'editing', actions: logs('Pessoa não recarregada.') },
          },
        },
        conflict: {
          tags: 'conflict',
          on: {
            'person.keepsMine': { target: 'saving', actions: [merges, saves] },
            'person.takesTheirs': { target: 'editing', actions: takes },
            'person.continues': { target: 'editing', actions: update(() => ({ hasTheirs: false })) },
          },
        },
      },
    },
    discarded: { id: 'discarded', tags: 'discarded' },
  },
})

import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Entered texts with the error of each field (SHELL-5, contract "Session"). */
export const entries = {
  right: { current: 'a senha de hoje', next: 'a de amanhã', repeated: 'a de amanhã', problems: {} },
  shortest: { current: 'a senha de hoje', next: '8 letras', repeated: '8 letras', problems: {} },
  longest: { current: 'a senha de hoje', next: 'x'.repeat(128), repeated: 'x'.repeat(128), problems: {} },
  nothing: { current: '', next: '', repeated: '', problems: { current: 'missing', next: 'tooShort' } },
  noCurrent: { current: '', next: 'a de amanhã', repeated: 'a de amanhã', problems: { current: 'missing' } },
  short: { current: 'a senha de hoje', next: '7 letra', repeated: '7 letra', problems: { next: 'tooShort' } },
  long: {
    current: 'a senha de hoje',
    next: 'x'.repeat(129),
    repeated: 'x'.repeat(129),
    problems: { next: 'tooLong' },
  },
  unchanged: {
    current: 'a senha de hoje',
    next: 'a senha de hoje',
    repeated: 'a senha de hoje',
    problems: { next: 'unchanged' },
  },
  otherRepetition: {
    current: 'a senha de hoje',
    next: 'a de amanhã',
    repeated: 'A de amanhã',
    problems: { repeated: 'notRepeated' },
  },
  allWrong: {
    current: '',
    next: 'curta',
    repeated: 'outra',
    problems: { current: 'missing', next: 'tooShort', repeated: 'notRepeated' },
  },
} as const

export type Entry = keyof typeof entries
export type Field = 'current' | 'next' | 'repeated'

/** Field errors that the server may answer, as texts. */
export const refusals = {
  wrongCurrent: { current: 'Senha atual incorreta.' },
  weakNext: { next: 'Esta senha é fácil demais.' },
  both: { current: 'Senha atual incorreta.', next: 'Esta senha é fácil demais.' },
} as const

export type RefusalName = keyof typeof refusals

type Problems = Readonly<Partial<Record<Field, string>>>

export interface PasswordModelContext extends ModelContext {
  /** By field: the code of a rule, or the server's text. */
  problems: Problems
  refusals: number
  failure: string | null
}

export type PasswordModelEvent =
  | { type: 'person.submits'; entry: Entry }
  | { type: 'person.types'; field: Field }
  | { type: 'person.leaves' }
  | { type: 'server.changes' }
  | { type: 'server.refuses'; fields: RefusalName }
  | { type: 'server.fails'; text: string }

const { logs, update } = modelActions<PasswordModelContext, PasswordModelEvent>()
const forgets = update(() => ({ problems: {}, failure: null }))
const finds = update(({ refusals: count }, event) => {
  if (event.type === 'person.submits') return { problems: entries[event.entry].problems, refusals: count + 1 }
  return event.type === 'server.refuses' ? { problems: refusals[event.fields], refusals: count + 1 } : {}
})
/** A change of the new password makes its repetition wrong. */
const forgetsField = update(({ problems }, event) => {
  if (event.type !== 'person.types') return {}
  const mended = event.field === 'next' ? ['next', 'repeated'] : [event.field]
  return { problems: Object.fromEntries(Object.entries(problems).filter(([field]) => !mended.includes(field))) }
})
const asks = update(({ did }, event) => {
  if (event.type !== 'person.submits') return {}
  const { current, next } = entries[event.entry]
  return { did: [...did, entry('asks', 'changePassword', { current, next })] }
})
const logsFailure = logs('Senha não alterada.')

/** SHELL-5, change of password: the form reports broken rules without a request to the server. */
export const passwordModel = setup({
  types: {} as { context: PasswordModelContext; events: PasswordModelEvent },
  guards: {
    breaksRules: ({ event }) =>
      event.type === 'person.submits' && Object.keys(entries[event.entry].problems).length > 0,
  },
}).createMachine({
  id: 'password model',
  context: { now: 0, did: [], problems: {}, refusals: 0, failure: null },
  initial: 'asked',
  states: {
    asked: {
      initial: 'untried',
      on: {
        'person.submits': [
          { guard: 'breaksRules', target: '.refused', actions: [forgets, finds] },
          { target: 'saving', actions: [forgets, asks] },
        ],
        'person.leaves': { target: '.untried', actions: forgets },
      },
      states: {
        untried: {},
        refused: { on: { 'person.types': { actions: forgetsField } } },
        failed: { tags: 'error', on: { 'person.types': { target: 'untried', actions: forgets } } },
        saved: { tags: 'saved', on: { 'person.types': 'untried' } },
      },
    },
    saving: {
      tags: 'busy',
      on: {
        'server.changes': 'asked.saved',
        'server.refuses': { target: 'asked.refused', actions: finds },
        'server.fails': {
          target: 'asked.failed',
          actions: [update((_, event) => ('text' in event ? { failure: event.text } : {})), logsFailure],
        },
      },
    },
  },
})

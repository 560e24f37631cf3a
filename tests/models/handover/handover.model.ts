import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Texts that the next person enters, and the fields that are missing. */
export const entries = {
  whole: { email: ' rui@guarita.demo ', password: 'a senha de Rui', note: 'Técnico às 8 h', missing: [] },
  nothing: { email: ' ', password: '', note: '', missing: ['email', 'password'] },
  noPassword: { email: 'rui@guarita.demo', password: '', note: '', missing: ['password'] },
} as const

export type Entry = keyof typeof entries

export const refusal = { password: 'E-mail ou senha inválidos' } as const

export interface HandoverModelContext extends ModelContext {
  isDrafted: boolean
  isGiven: boolean
  takerEmail: string
  /** By field: 'missing', or the server's text. */
  problems: Readonly<Record<string, string>>
  refusals: number
  failure: string
}

export type HandoverModelEvent =
  | { type: 'page.opens' }
  | { type: 'page.closes' }
  | { type: 'person.asksAgain' }
  | { type: 'person.accepts'; entry: Entry }
  | { type: 'person.corrects' }
  | { type: 'server.answers' }
  | { type: 'server.failsToAnswer' }
  | { type: 'server.takes' }
  | { type: 'server.refuses' }
  | { type: 'server.fails' }
  | { type: 'incident.moves' }
  | { type: 'socket.isRestored' }
  | { type: 'server.recovers' }

type Context = HandoverModelContext
const { did, logs, update } = modelActions<Context, HandoverModelEvent>()
const asks = did(entry('asks', 'loadDraft'))
const clean = { problems: {}, failure: '' }
const sends = update(({ did }, event) => {
  if (event.type !== 'person.accepts') return {}
  const { email, password, note } = entries[event.entry]
  return { did: [...did, entry('asks', 'accept', { email, password, note })], takerEmail: email.trim(), ...clean }
})
const finds = update(({ refusals }, event) => {
  const missing = event.type === 'person.accepts' ? entries[event.entry].missing : []
  return {
    problems: event.type === 'server.refuses' ? refusal : Object.fromEntries(missing.map((each) => [each, 'missing'])),
    refusals: refusals + 1,
    failure: '',
  }
})
const corrects = update(({ problems }) => {
  const { password: _, ...others } = problems
  return { problems: others, failure: '' }
})

const nothing = { isDrafted: false, isGiven: false, takerEmail: '', refusals: 0, ...clean }
const forgets = update(() => nothing)

/** INC-7: after acceptance, the flow sends no more requests. */
export const handoverModel = setup({
  types: {} as { context: Context; events: HandoverModelEvent },
  guards: {
    isWhole: ({ event }) => event.type === 'person.accepts' && entries[event.entry].missing.length === 0,
  },
}).createMachine({
  id: 'handover model',
  context: { now: 0, did: [], ...nothing },
  initial: 'closed',
  states: {
    closed: { on: { 'page.opens': { target: 'open', actions: asks } } },
    open: {
      type: 'parallel',
      on: {
        'page.closes': {
          target: 'closed',
          actions: forgets,
        },
      },
      states: {
        sheet: {
          initial: 'loading',
          on: {
            'incident.moves': { target: '.loading', actions: asks },
            'socket.isRestored': { target: '.loading', actions: asks },
            'person.asksAgain': { target: '.loading', actions: asks },
          },
          states: {
            loading: {
              tags: 'loading',
              on: {
                'server.answers': { target: 'drafted', actions: update(() => ({ isDrafted: true })) },
                'server.failsToAnswer': { target: 'missing', actions: logs('Passagem de turno não carregada.') },
              },
            },
            drafted: {},
            missing: { tags: 'error', on: { 'server.recovers': { target: 'loading', actions: asks } } },
          },
        },
        form: {
          initial: 'waiting',
          states: {
            waiting: {
              on: {
                'person.accepts': [{ guard: 'isWhole', target: 'sent', actions: sends }, { actions: finds }],
                'person.corrects': { actions: corrects },
              },
            },
            sent: {
              tags: 'busy',
              on: {
                'server.takes': { target: '#done', actions: update(() => ({ isGiven: true })) },
                'server.refuses': { target: 'waiting', actions: finds },
                'server.fails': {
                  target: 'waiting',
                  actions: [logs('Turno não passado.'), update(() => ({ failure: 'Sem contato.' }))],
                },
              },
            },
          },
        },
      },
    },
    done: { id: 'done', tags: 'accepted', on: { 'page.closes': { target: 'closed', actions: forgets } } },
  },
})

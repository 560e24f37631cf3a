import { setup } from 'xstate'
import type { PersonAct } from '../../../src/services/people/people-api.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface PersonPageModelContext extends ModelContext {
  /** How many history entries are loaded. */
  told: number
  done: PersonAct | null
  /** Whether the panel can ask for the password. */
  canProve: boolean
}

export type PersonPageModelEvent =
  | { type: 'person.asksFor'; act: PersonAct }
  | { type: 'person.retries' }
  | { type: 'form.saves' }
  | { type: 'form.breaks' }
  | { type: 'act.isDone'; act: PersonAct }
  | { type: 'act.isClosed' }
  | { type: 'act.breaks' }
  | { type: 'proof.breaks' }
  | { type: 'server.answers'; count: number }
  | { type: 'server.fails' }

type Context = PersonPageModelContext
const { did, logs, update } = modelActions<Context, PersonPageModelEvent>()
const asksHistory = did(entry('asks', 'loadHistory', { id: 'p1' }))
const asksAct = update(({ did }, event) =>
  event.type === 'person.asksFor'
    ? { done: null, did: [...did, entry('asks', 'act', { id: 'p1', act: event.act })] }
    : {},
)
const notes = update((_, event) => ('act' in event ? { done: event.act } : {}))
const again = { target: 'loading', actions: asksHistory }

/** ACC-2: one change of an access at a time; form and history are notified; a failing form stops only itself. */
export const personPageModel = setup({
  types: {} as { context: Context; events: PersonPageModelEvent },
  guards: { isLink: ({ event }) => 'act' in event && event.act === 'link' },
}).createMachine({
  id: 'person page model',
  context: {
    now: 0,
    did: [entry('asks', 'proof'), entry('asks', 'form', { id: 'p1' }), entry('asks', 'loadHistory', { id: 'p1' })],
    canProve: true,
    told: 0,
    done: null,
  },
  on: { 'proof.breaks': { actions: [update(() => ({ canProve: false })), logs('A pergunta pela senha falhou.')] } },
  type: 'parallel',
  states: {
    form: {
      initial: 'shown',
      states: {
        shown: {
          on: {
            'form.saves': { actions: update(() => ({ done: null })) },
            'form.breaks': { target: 'broken', actions: logs('O formulário da pessoa falhou.') },
            'act.isDone': { actions: did('sends form person.stale') },
          },
        },
        broken: { tags: 'formBroken' },
      },
    },
    act: {
      initial: 'none',
      states: {
        none: { on: { 'person.asksFor': { target: 'open', actions: asksAct } } },
        open: {
          on: {
            'act.isDone': [
              { guard: 'isLink', actions: notes },
              { target: 'none', actions: notes },
            ],
            'act.isClosed': 'none',
            'act.breaks': { target: 'none', actions: logs('A alteração do acesso falhou.') },
          },
        },
      },
    },
    history: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'historyLoading',
          on: {
            'server.answers': {
              target: 'told',
              actions: update((_, event) => ('count' in event ? { told: event.count } : {})),
            },
            'server.fails': { target: 'failed', actions: logs('Histórico da pessoa não carregado.') },
            'form.saves': again,
            'act.isDone': again,
          },
        },
        told: { tags: 'historyTold', on: { 'form.saves': again, 'act.isDone': again } },
        failed: { tags: 'historyFailed', on: { 'person.retries': again, 'form.saves': again, 'act.isDone': again } },
      },
    },
  },
})

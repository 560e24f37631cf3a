import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

type FormId = 'c2' | null

/** Name in the form when the form opens. */
export const nameAtFirst = (id: FormId) => (id === null ? '' : 'Edifício 2')

export interface CondominiumPagesModelContext extends ModelContext {
  /** Id of the condominium in the form, null for a new one; undefined if no form is open. */
  form: FormId | undefined
  name: string
  hasLeft: boolean
  hasNews: boolean
}

export type CondominiumPagesModelEvent =
  | { type: 'page.opens'; id: FormId }
  | { type: 'page.closes' }
  | { type: 'server.reads' }
  | { type: 'person.types'; name: string }
  | { type: 'form.breaks' }
  | { type: 'otherCondominium.isDeleted' }
  | { type: 'person.asksToDelete' }
  | { type: 'person.confirms' }
  | { type: 'person.cancels' }
  | { type: 'server.deletes' }
  | { type: 'deletion.breaks' }

type Context = CondominiumPagesModelContext
const { did, logs, update } = modelActions<Context, CondominiumPagesModelEvent>()
const opens = update(({ did }, event) =>
  event.type === 'page.opens'
    ? {
        form: event.id,
        name: '',
        hasLeft: false,
        did: event.id === null ? did : [...did, entry('asks', 'loadRecord', { id: event.id })],
      }
    : {},
)
const forgetsNews = update(() => ({ hasNews: false }))
const closes = update(() => ({ form: undefined, name: '', hasLeft: false }))
const asksToRemove = did(entry('asks', 'remove', { id: 'a' }))
const showsNews = update(() => ({ hasNews: true }))
const is = (id: FormId) => ({ guard: { type: 'isOf' as const, params: { id } } })

/** CON-4: one form at a time; unsaved changes are kept and block other forms; deletion needs confirmation. */
export const condominiumPagesModel = setup({
  types: {} as { context: Context; events: CondominiumPagesModelEvent },
  guards: {
    isOf: ({ event }, { id }: { id: FormId }) => event.type === 'page.opens' && event.id === id,
    isSame: ({ context, event }) => event.type === 'page.opens' && event.id === context.form,
    isChanged: ({ context: { form }, event }) =>
      event.type === 'person.types' && form !== undefined && event.name !== nameAtFirst(form),
  },
}).createMachine({
  id: 'condominium pages model',
  context: {
    now: 0,
    did: [entry('asks', 'restoreSelection')],
    form: undefined,
    name: '',
    hasLeft: false,
    hasNews: false,
  },
  type: 'parallel',
  on: { 'otherCondominium.isDeleted': { actions: showsNews } },
  states: {
    form: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'page.opens': [
              { ...is(null), target: 'unchanged', actions: [opens, forgetsNews] },
              { target: 'reading', actions: [opens, forgetsNews] },
            ],
          },
        },
        reading: {
          on: {
            'server.reads': { target: 'unchanged', actions: update(() => ({ name: nameAtFirst('c2') })) },
            'form.breaks': { target: 'broken', actions: [closes, logs('O formulário do condomínio falhou.')] },
            'page.opens': [
              { ...is(null), target: 'unchanged', actions: opens },
              { target: 'reading', actions: opens },
            ],
            'page.closes': { target: 'closed', actions: closes },
          },
        },
        unchanged: {
          on: {
            'person.types': {
              guard: 'isChanged',
              target: 'changed',
              actions: update((_, event) => (event.type === 'person.types' ? { name: event.name } : {})),
            },
            'page.opens': [
              { ...is(null), target: 'unchanged', actions: opens },
              { target: 'reading', actions: opens },
            ],
            'page.closes': { target: 'closed', actions: closes },
          },
        },
        changed: {
          on: {
            'person.types': {
              target: 'unchanged',
              actions: update((_, event) => (event.type === 'person.types' ? { name: event.name } : {})),
            },
            'page.opens': { guard: 'isSame', actions: update(() => ({ hasLeft: false })) },
            'page.closes': { actions: update(() => ({ hasLeft: true })) },
          },
        },
        broken: {
          tags: 'formBroken',
          on: {
            'page.opens': [
              { ...is(null), target: 'unchanged', actions: [opens, forgetsNews] },
              { target: 'reading', actions: [opens, forgetsNews] },
            ],
            'page.closes': 'closed',
          },
        },
      },
    },
    deletion: {
      initial: 'none',
      states: {
        none: { on: { 'person.asksToDelete': 'asking' } },
        asking: {
          on: { 'person.confirms': { target: 'deleting', actions: asksToRemove }, 'person.cancels': 'none' },
        },
        deleting: {
          on: {
            'server.deletes': { target: 'none', actions: showsNews },
            'deletion.breaks': { target: 'none', actions: logs('A exclusão do condomínio falhou.') },
          },
        },
      },
    },
  },
})

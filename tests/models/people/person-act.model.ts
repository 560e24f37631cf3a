import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Confirmation that is shown once. */
export const link = { token: 'secret', until: '2026-03-05T09:00:00.000Z' }

export interface PersonActModelContext extends ModelContext {
  message: string | null
}

export type PersonActModelEvent =
  | { type: 'person.confirms' }
  | { type: 'person.closes' }
  | { type: 'server.acts' }
  | { type: 'server.makesLink' }
  | { type: 'server.keeps'; text: string }
  | { type: 'server.fails'; text: string }

type Context = PersonActModelContext
const { did, logs, update } = modelActions<Context, PersonActModelEvent>()
const asks = did(entry('asks', 'perform', { id: 'p1', act: 'link' }))
const closes = did(entry('reports', 'act.closed'))
const reports = did(entry('reports', 'act.done', { act: 'link' }))
const showsMessage = update((_, event) => ('text' in event ? { message: event.text } : {}))

/** ACC-1, ACC-2: a change of an access needs confirmation; a refusal has a reason; a sent request is final. */
export const personActModel = setup({ types: {} as { context: Context; events: PersonActModelEvent } }).createMachine({
  id: 'person act model',
  context: { now: 0, did: [], message: null },
  initial: 'asking',
  states: {
    asking: {
      on: { 'person.confirms': { target: 'performing', actions: asks }, 'person.closes': { actions: closes } },
    },
    performing: {
      tags: 'busy',
      on: {
        'server.acts': { target: 'finished', actions: reports },
        'server.makesLink': { target: 'linked', actions: reports },
        'server.keeps': { target: 'kept', actions: showsMessage },
        'server.fails': {
          target: 'failed',
          actions: [showsMessage, logs('Acesso da pessoa não alterado.')],
        },
      },
    },
    kept: { tags: 'kept', on: { 'person.closes': { actions: closes } } },
    failed: {
      tags: 'error',
      on: { 'person.confirms': { target: 'performing', actions: asks }, 'person.closes': { actions: closes } },
    },
    linked: { tags: 'linked', on: { 'person.closes': { actions: closes } } },
    finished: { tags: 'finished', on: { 'person.closes': { actions: closes } } },
  },
})

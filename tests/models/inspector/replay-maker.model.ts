import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface ReplayMakerModelContext extends ModelContext {
  fileName: string
  problem: string | null
}

export type ReplayMakerModelEvent =
  | { type: 'person.wantsTest' }
  | { type: 'person.cancels' }
  | { type: 'person.saves' }
  | { type: 'file.isSaved'; name: string }
  | { type: 'period.isRefused'; text: string }

const { did, update } = modelActions<ReplayMakerModelContext, ReplayMakerModelEvent>()
const forgets = update(() => ({ problem: null }))
const names = update((_, event) => ('name' in event ? { fileName: event.name } : {}))
const fails = update(({ did }, event) => ({
  did: [...did, entry('does', 'logFailure', 'Teste não gravado.')],
  problem: 'text' in event ? event.text : null,
}))

/** INS-5: a person chooses a period of a recording and saves it as a test, or reads why this is impossible. */
export const replayMakerModel = setup({
  types: {} as { context: ReplayMakerModelContext; events: ReplayMakerModelEvent },
}).createMachine({
  id: 'replay maker model',
  context: { now: 0, did: [], fileName: '', problem: null },
  initial: 'closed',
  states: {
    closed: { on: { 'person.wantsTest': { target: 'asking', actions: forgets } } },
    asking: {
      tags: 'open',
      initial: 'fresh',
      on: {
        'person.cancels': 'closed',
        'person.saves': { target: 'writing', actions: did(entry('asks', 'write', 'x:1')) },
      },
      states: { fresh: {}, refused: { tags: 'refused' } },
    },
    writing: {
      tags: ['open', 'busy'],
      on: {
        'file.isSaved': { target: 'saved', actions: names },
        'period.isRefused': { target: 'asking.refused', actions: fails },
      },
    },
    saved: { tags: 'saved', on: { 'person.wantsTest': { target: 'asking', actions: forgets } } },
  },
})

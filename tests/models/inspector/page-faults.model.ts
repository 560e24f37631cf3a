import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type ServerFault = 'unavailable' | 'hangs' | null

export interface PageFaultsModelContext extends ModelContext {
  server: ServerFault
  /** The fault that is being set. */
  asked: ServerFault
  problem: string | null
}

export type PageFaultsModelEvent =
  | { type: 'person.sets'; server: ServerFault }
  | { type: 'person.wantsPush' }
  | { type: 'page.fails' }
  | { type: 'page.cannotFail'; text: string }

const { did, update } = modelActions<PageFaultsModelContext, PageFaultsModelEvent>()
const asks = update(({ did, server: previous }, event) =>
  event.type === 'person.sets'
    ? { asked: event.server, did: [...did, entry('asks', 'apply', { now: event.server, previous })] }
    : {},
)
const takes = update(({ asked }) => ({ server: asked, problem: null }))
const fails = update(({ did }, event) => ({
  did: [...did, entry('does', 'logFailure', 'Falha da página não simulada.')],
  problem: 'text' in event ? event.text : null,
}))

/** INS-7: the page applies one change of its faults at a time, and shows the last change that succeeded. */
export const pageFaultsModel = setup({
  types: {} as { context: PageFaultsModelContext; events: PageFaultsModelEvent },
}).createMachine({
  id: 'page faults model',
  context: { now: 0, did: [], server: null, asked: null, problem: null },
  initial: 'settled',
  on: { 'person.wantsPush': { actions: did('does deliverPush') } },
  states: {
    settled: { on: { 'person.sets': { target: 'applying', actions: asks } } },
    applying: {
      on: {
        'page.fails': { target: 'applied', actions: takes },
        'page.cannotFail': { target: 'failed', actions: fails },
      },
    },
    applied: { tags: 'applied', on: { 'person.sets': { target: 'applying', actions: asks } } },
    failed: { tags: 'error', on: { 'person.sets': { target: 'applying', actions: asks } } },
  },
})

import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface OpeningsModelContext extends ModelContext {
  /** Gates with an actor, in the order of their views. */
  known: readonly string[]
  /** Gates with a press under way. */
  busy: readonly string[]
}

export type OpeningsModelEvent = { type: 'view.shows' | 'view.leaves' | 'person.presses'; wordCode: string }

const { update } = modelActions<OpeningsModelContext, OpeningsModelEvent>()
const shows = update(({ known }, { wordCode }) => ({
  known: [...known.filter((each) => each !== wordCode), wordCode].sort(),
}))
const leaves = update(({ known, busy }, { wordCode }) => ({
  known: known.filter((each) => each !== wordCode || busy.includes(each)),
}))
const presses = update(({ known, busy, did }, { wordCode }) =>
  known.includes(wordCode) && !busy.includes(wordCode)
    ? {
        busy: [...busy, wordCode].sort(),
        did: [...did, entry('asks', 'send', { target: { wordCode, condominiumId: 'c1' }, userId: 'u1', key: 'chave' })],
      }
    : {},
)

/** OPEN-2: a closed view forgets the outcome of a press, but not a running press. */
export const openingsModel = setup({
  types: {} as { context: OpeningsModelContext; events: OpeningsModelEvent },
}).createMachine({
  id: 'gate openings model',
  context: { now: 0, did: [], known: [], busy: [] },
  on: {
    'view.shows': { actions: shows },
    'view.leaves': { actions: leaves },
    'person.presses': { actions: presses },
  },
})

import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface ViewModelContext extends ModelContext {
  widths: { tree: number; events: number }
}

/** Widths in pixels to which a person drags a list, with the width that results. */
export type ViewModelEvent =
  | { type: 'person.drags'; pane: 'tree' | 'events'; to: number; has: number }
  | { type: 'person.wantsToGoAlong' }
  | { type: 'person.wantsToStay' }

const { did, update } = modelActions<ViewModelContext, ViewModelEvent>()
const remembers = (likes: object) => entry('does', 'remember', JSON.stringify(likes))
const drags = update(({ did, widths }, event) => {
  if (event.type !== 'person.drags') return {}
  const changed = { [event.pane]: event.has }
  return { widths: { ...widths, ...changed }, did: [...did, remembers({ widths: changed })] }
})
const likes = (isGoingAlong: boolean) => did(remembers({ isGoingAlong }))

/** INS-1: the view follows the active states until the person pins it; the mode and the widths of the lists are stored. */
export const viewModel = setup({
  types: {} as { context: ViewModelContext; events: ViewModelEvent },
}).createMachine({
  id: 'view model',
  context: { now: 0, did: [entry('asks', 'growth')], widths: { tree: 256, events: 352 } },
  initial: 'along',
  on: { 'person.drags': { actions: drags } },
  states: {
    along: { on: { 'person.wantsToStay': { target: 'still', actions: likes(false) } } },
    still: { tags: 'staying', on: { 'person.wantsToGoAlong': { target: 'along', actions: likes(true) } } },
  },
})

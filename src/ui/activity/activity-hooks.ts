import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { flowHook, useFlowState } from '../panel-context.tsx'
import { useStaleText } from '../sources/source-hooks.ts'

/** Activity (ACT-2); 'unknown' until the last events are loaded, and while the live connection is lost (LIVE-1). */
export type ActivityState = 'active' | 'inactive' | 'unknown'

/** Last event of a condominium in a list; `text` is '' if the condominium has no event. */
export interface LastEventView {
  text: string
  state: ActivityState
}

const unknownLastEvent: LastEventView = { text: '', state: 'unknown' }

export type ActivityFilter = 'all' | 'active' | 'inactive'

/** Selects the last events of the condominiums on screen in one selector: other events cause no render. */
export function useLastEvents(condominiumIds: readonly string[]): readonly LastEventView[] {
  const isCurrent = useStaleText('live') === ''
  return useFlowState(
    'activity',
    (activity) =>
      condominiumIds.map((id) => {
        if (!activity.context.board.isKnown(id)) return unknownLastEvent
        const { board, now } = activity.context
        return {
          text: board.textOf(id, now),
          state: !isCurrent ? 'unknown' : board.isActive(id, now) ? 'active' : 'inactive',
        }
      }),
    sameLastEvents,
  )
}

function sameLastEvents(before: readonly LastEventView[], after: readonly LastEventView[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ text, state }, index) => text === after[index]?.text && state === after[index].state)
  )
}

/** Counts the active condominiums; null until the last events are loaded. */
export function useActiveCount(condominiums: readonly Condominium[]): number | null {
  return useFlowState('activity', (activity) => {
    if (!activity.context.board.isLoaded) return null
    const { board, now } = activity.context
    return board.activeCount(condominiums, now)
  })
}

const noCondominiums: readonly Condominium[] = []

/** Keeps the condominiums that pass the filter; empty for 'active' and 'inactive' until the last events are loaded. */
export function useFilteredByActivity(
  condominiums: readonly Condominium[],
  filter: ActivityFilter,
): readonly Condominium[] {
  return useFlowState(
    'activity',
    (activity) => {
      if (filter === 'all') return condominiums
      if (!activity.context.board.isLoaded) return noCondominiums
      const { board, now } = activity.context
      return condominiums.filter(({ id }) => board.isActive(id, now) === (filter === 'active'))
    },
    sameItems,
  )
}

function sameItems<Item>(before: readonly Item[], after: readonly Item[]): boolean {
  return before === after || (before.length === after.length && before.every((item, index) => item === after[index]))
}

export const useLastEventsStatus = flowHook('activity', (activity) => {
  if (activity.hasTag('lastEventsFailed')) return 'failed'
  return activity.hasTag('lastEventsBusy') ? 'loading' : 'loaded'
})

export const usePortTests = flowHook('activity', (activity) => activity.context.portTests)

export const usePortTestsStatus = flowHook('activity', (activity) => {
  if (activity.hasTag('portTestsFailed')) return 'failed'
  return activity.hasTag('portTestsBusy') ? 'loading' : 'loaded'
})

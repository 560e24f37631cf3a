import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { flowHook, useFlowState } from '../panel-context.tsx'
import { useStaleText } from '../sources/source-hooks.ts'

/** Whether a condominium counts as active (ACT-2); unknown until the first last events are here, and without live ones (LIVE-1). */
export type ActivityState = 'active' | 'inactive' | 'unknown'

/** What a list shows of a condominium's last event; the text is '' where there is none. */
export interface LastEventView {
  text: string
  state: ActivityState
}

const unknownLastEvent: LastEventView = { text: '', state: 'unknown' }

/** Which condominiums a list is narrowed to. */
export type ActivityFilter = 'all' | 'active' | 'inactive'

/** The last events of the condominiums on screen: one selector for a whole list, so that others' events cost it nothing. */
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

/** How many of these condominiums are active; null until the server has told of their last events. */
export function useActiveCount(condominiums: readonly Condominium[]): number | null {
  return useFlowState('activity', (activity) => {
    if (!activity.context.board.isLoaded) return null
    const { board, now } = activity.context
    return board.activeCount(condominiums, now)
  })
}

const noCondominiums: readonly Condominium[] = []

/** Those of the condominiums that pass the filter, in their order; none while nobody knows which are active. */
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

/** How the last events stand. */
export const useLastEventsStatus = flowHook('activity', (activity) => {
  if (activity.hasTag('lastEventsFailed')) return 'failed'
  return activity.hasTag('lastEventsBusy') ? 'loading' : 'loaded'
})

/** The port tests of the last load. */
export const usePortTests = flowHook('activity', (activity) => activity.context.portTests)

/** How the port tests stand. */
export const usePortTestsStatus = flowHook('activity', (activity) => {
  if (activity.hasTag('portTestsFailed')) return 'failed'
  return activity.hasTag('portTestsBusy') ? 'loading' : 'loaded'
})

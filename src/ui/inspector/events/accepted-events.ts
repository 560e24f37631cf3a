import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'

export interface AcceptedEvent {
  type: string
  /** Guards of its transitions; empty if a transition without guard applies. */
  guards: readonly string[]
}

/** Events that the active states accept, without wildcards and XState's own events, sorted by name. */
export function acceptedEvents({ moves }: ChartDescription, active: ReadonlySet<string>): readonly AcceptedEvent[] {
  const taken = moves.flatMap((move) =>
    move.trigger.kind === 'event' && move.trigger.event !== '*' && active.has(move.from)
      ? [{ type: move.trigger.event, guard: move.guard, isIgnored: move.isIgnored }]
      : [],
  )
  return [...Map.groupBy(taken, ({ type }) => type)]
    .map(([type, candidates]) => {
      const isCertain = candidates.some(({ guard, isIgnored }) => guard === null && !isIgnored)
      return { type, guards: isCertain ? [] : candidates.flatMap(({ guard }) => guard ?? []) }
    })
    .toSorted((one, other) => one.type.localeCompare(other.type))
}

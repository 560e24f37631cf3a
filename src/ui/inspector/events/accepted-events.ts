import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'

/** An event that the present states take. */
export interface AcceptedEvent {
  type: string
  /** Conditions under which it does something; none where it does so in any case. */
  guards: readonly string[]
}

/** The events that these states take, in the order of the alphabet; XState's own and "any other" are not for persons. */
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

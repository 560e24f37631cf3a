import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'
import type { DrawnChart } from '../../../inspector/charts/drawn-chart.ts'

export function activeLeaves({ states }: ChartDescription, active: ReadonlySet<string>): string[] {
  return states
    .filter(({ id, children }) => active.has(id) && !children.some((child) => active.has(child)))
    .map(({ id }) => id)
}

/** The innermost active states that are drawn: a folded state stands for the states inside it. */
export function drawnLeaves({ states }: DrawnChart, active: ReadonlySet<string>): string[] {
  const parents = new Set(states.flatMap(({ id, parentId }) => (active.has(id) ? (parentId ?? []) : [])))
  return states.filter(({ id }) => active.has(id) && !parents.has(id)).map(({ id }) => id)
}

/** The states in the order of the transitions that led to them, the newest first; other states are last. */
export function newestFirst(
  { moves }: ChartDescription,
  stateIds: readonly string[],
  moved: ReadonlySet<string>,
): string[] {
  const goals = [...moved].map((moveId) => moves.find(({ id }) => id === moveId)?.to ?? [])
  const rank = (stateId: string) =>
    goals.findLastIndex((to) => to.some((goal) => stateId === goal || stateId.startsWith(`${goal}.`)))
  return stateIds.toSorted((one, other) => rank(other) - rank(one))
}

/** Path of a state without the chart's name; for the chart itself, its name. */
export function placeName({ id: chartId }: ChartDescription, stateId: string): string {
  return stateId.startsWith(`${chartId}.`) ? stateId.slice(chartId.length + 1) : stateId
}

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

/** Path of a state without the chart's name; for the chart itself, its name. */
export function placeName({ id: chartId }: ChartDescription, stateId: string): string {
  return stateId.startsWith(`${chartId}.`) ? stateId.slice(chartId.length + 1) : stateId
}

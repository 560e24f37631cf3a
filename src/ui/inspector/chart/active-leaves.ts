import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'

/** The innermost of the active states. */
export function activeLeaves({ states }: ChartDescription, active: ReadonlySet<string>): string[] {
  return states
    .filter(({ id, children }) => active.has(id) && !children.some((child) => active.has(child)))
    .map(({ id }) => id)
}

/** A state's path without the name of its chart; the name itself for the chart. */
export function placeName({ id: chartId }: ChartDescription, stateId: string): string {
  return stateId.startsWith(`${chartId}.`) ? stateId.slice(chartId.length + 1) : stateId
}

import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'

export function activeLeaves({ states }: ChartDescription, active: ReadonlySet<string>): string[] {
  return states
    .filter(({ id, children }) => active.has(id) && !children.some((child) => active.has(child)))
    .map(({ id }) => id)
}

/** Path of a state without the chart's name; for the chart itself, its name. */
export function placeName({ id: chartId }: ChartDescription, stateId: string): string {
  return stateId.startsWith(`${chartId}.`) ? stateId.slice(chartId.length + 1) : stateId
}

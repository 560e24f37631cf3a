/** One measurement; smaller is better. */
export interface Metric {
  what: string
  measured: number
  unit: string
  goal?: number
}

/** The smallest value that at least `share` (0…1) of the values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Prints a table in Markdown. */
export function printMetrics(metrics: readonly Metric[]): void {
  console.log('\n| what | measured | goal | |\n| --- | --- | --- | --- |')
  for (const { what, measured, unit, goal } of metrics) {
    const verdict = goal === undefined ? '' : measured <= goal ? 'met' : 'missed'
    const metric = (value: number) => `${value.toFixed(unit === '×' ? 2 : 1)} ${unit}`
    console.log(`| ${what} | ${metric(measured)} | ${goal === undefined ? '' : `≤ ${metric(goal)}`} | ${verdict} |`)
  }
}

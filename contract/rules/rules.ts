import { breakerRules } from '../devices/breaker-rules.ts'
import { networkOperation, quickRetry, singleAttempt } from '../devices/retry-policies.ts'
import * as incident from '../incidents/incident-rules.ts'
import chartHashes from './chart-hashes.json' with { type: 'json' }

/** The charts whose rules decide what happens to a device: `breaker`, `retry` and `incident`. */
export const ruleCharts: Readonly<Record<string, string>> = chartHashes

/** Every number of these rules; times in milliseconds. */
export const ruleConstants = { breaker: breakerRules, retry: { networkOperation, quickRetry, singleAttempt }, incident }

/** The same numbers by name: `breaker.threshold`, `retry.quickRetry.attempts`. */
export function constantsByName(constants: object, prefix = ''): Record<string, number> {
  return Object.fromEntries(
    Object.entries(constants).flatMap(([name, value]: [string, unknown]): [string, number][] => {
      if (typeof value === 'number') return [[prefix + name, value]]
      return typeof value === 'object' && value !== null
        ? Object.entries(constantsByName(value, `${prefix}${name}.`))
        : []
    }),
  )
}

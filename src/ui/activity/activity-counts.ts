import type { ActivityFilter } from './activity-hooks.ts'

const format = new Intl.NumberFormat('pt-BR')

/** How many condominiums pass each filter, as texts; '' where nobody knows yet, which is not none. */
export function activityCounts(count: number | null, activeCount: number | null): Record<ActivityFilter, string> {
  const isKnown = count !== null && activeCount !== null
  return {
    all: count === null ? '' : format.format(count),
    active: isKnown ? format.format(activeCount) : '',
    inactive: isKnown ? format.format(count - activeCount) : '',
  }
}

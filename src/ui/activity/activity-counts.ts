import type { ActivityFilter } from './activity-hooks.ts'

const format = new Intl.NumberFormat('pt-BR')

/** Counts the condominiums that pass each filter, as texts; '' while the counts are unknown (not the same as zero). */
export function activityCounts(count: number | null, activeCount: number | null): Record<ActivityFilter, string> {
  const isKnown = count !== null && activeCount !== null
  return {
    all: count === null ? '' : format.format(count),
    active: isKnown ? format.format(activeCount) : '',
    inactive: isKnown ? format.format(count - activeCount) : '',
  }
}

import { numberText } from '../../../contract/texts/number-text.ts'
import type { ActivityFilter } from './activity-hooks.ts'

/** Counts the condominiums that pass each filter, as texts; '' while the counts are unknown (not the same as zero). */
export function activityCounts(count: number | null, activeCount: number | null): Record<ActivityFilter, string> {
  const isKnown = count !== null && activeCount !== null
  return {
    all: count === null ? '' : numberText(count),
    active: isKnown ? numberText(activeCount) : '',
    inactive: isKnown ? numberText(count - activeCount) : '',
  }
}

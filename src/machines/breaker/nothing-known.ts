import type { StoredBreaker } from '../../services/breaker/breaker-memory.ts'

/** The data of a circuit without known failures. */
export const nothingKnown: Omit<StoredBreaker, 'wordCode' | 'condominiumId' | 'state'> = {
  failureCount: 0,
  lastFailureTime: null,
  trialStartedAt: null,
  refused: 0,
  lastError: null,
  isolation: null,
  since: null,
  openings: 0,
  durations: [],
  slow: 0,
  ignored: 0,
}

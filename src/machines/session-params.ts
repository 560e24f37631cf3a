import type { RenewalAnswer } from '../services/auth-api.ts'
import type { RestoredSession } from '../services/session-store.ts'
import type { SessionChange } from '../services/session-tabs.ts'

/** Tells the other tabs of a change. */
export function announced(change: SessionChange) {
  return { type: 'announce', params: { change } } as const
}

/** What the store kept, from the done event of its reading. */
export function restoredOf({ event }: { event: { output: RestoredSession } }) {
  return { restored: event.output }
}

/** The answer of a service, from its done event. */
export function outputOf<Answer>({ event }: { event: { output: Answer } }) {
  return { answer: event.output }
}

/** Why a service failed, from its error event. */
export function errorOf({ event }: { event: { error: unknown } }) {
  return { error: event.error }
}

/** A renewal that was waited for long enough (SES-6 "no answer"). */
export function unanswered(): { answer: RenewalAnswer } {
  return { answer: { kind: 'unanswered' } }
}

/** A session that another tab left is taken up as it is. */
export const takenUp = {
  guard: { type: 'isStored', params: restoredOf },
  target: 'stored',
  actions: { type: 'takeRestored', params: restoredOf },
} as const

import type { RenewalAnswer } from '../../services/session/auth-api.ts'
import type { RestoredSession } from '../../services/session/session-store.ts'
import type { SessionChange } from '../../services/session/session-tabs.ts'
import { failed } from '../parts/failed.ts'

/** Announces a change to the other tabs. */
export function announced(change: SessionChange) {
  return { type: 'announce', params: { change } } as const
}

/** The stored session, from the done event of `restoreSession`. */
export function restoredOf({ event }: { event: { output: RestoredSession } }) {
  return { restored: event.output }
}

/** The answer of a service, from its done event. */
export function outputOf<Answer>({ event }: { event: { output: Answer } }) {
  return { answer: event.output }
}

/** The error of a service, from its error event. */
export function errorOf({ event }: { event: { error: unknown } }) {
  return { error: event.error }
}

/** Takes over the stored session that another tab left. */
export const takenUp = {
  guard: { type: 'isStored', params: restoredOf },
  target: 'stored',
  actions: { type: 'takeRestored', params: restoredOf },
} as const

/** Asks for a renewal. Targets: `over` after an answer or a timeout (SES-6), `broken` after a failure. */
export function renewal(over: 'renewed' | 'continued', broken: 'resting' | 'limited') {
  return {
    invoke: {
      src: 'renew',
      onDone: { target: over, actions: { type: 'takeRenewal', params: outputOf<RenewalAnswer> } },
      onError: { target: broken, actions: failed('Sessão não renovada.') },
    },
    after: {
      untilEnd: '#session.ending',
      renewalTimeout: { target: over, actions: { type: 'takeRenewal', params: unanswered } },
    },
  } as const
}

function unanswered(): { answer: RenewalAnswer } {
  return { answer: { kind: 'unanswered' } }
}

/** The state after a renewal; one that gained almost nothing has reached the limit of 12 hours (SES-9). */
export function afterRenewal(limited: 'resting' | 'limited') {
  return {
    entry: ['writeSession', 'reportStored'],
    always: [
      { guard: 'hasGained', target: '#session.stored.measuring', actions: announced('renewed') },
      { target: limited },
    ],
  } as const
}

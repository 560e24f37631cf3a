import type { RenewalAnswer } from '../../services/session/auth-api.ts'
import type { RestoredSession } from '../../services/session/session-store.ts'
import type { SessionChange } from '../../services/session/session-tabs.ts'
import { failed } from '../parts/failed.ts'

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

/** A session that another tab left is taken up as it is. */
export const takenUp = {
  guard: { type: 'isStored', params: restoredOf },
  target: 'stored',
  actions: { type: 'takeRestored', params: restoredOf },
} as const

/** A state that asks for a renewal, and where it leads: after an answer or too long a wait (SES-6), and after a failure. */
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

/** The state after a renewal, which may have changed rights, too: one that gained next to nothing has met the limit of 12 hours (SES-9). */
export function afterRenewal(limited: 'resting' | 'limited') {
  return {
    entry: ['writeSession', 'reportStored'],
    always: [
      { guard: 'hasGained', target: '#session.stored.measuring', actions: announced('renewed') },
      { target: limited },
    ],
  } as const
}

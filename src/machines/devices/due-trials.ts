import { breakerRules, isOpenTimeoutOver } from '../breaker/breaker-rules.ts'
import type { DeviceCalls } from './calls/device-calls.ts'
import type { DeviceTarget } from './calls/device-errors.ts'

/** The trials that the panel makes by itself (LIVE-3). */
export const trialRules = {
  atOnce: 4,
  /** A timer sleeps with the computer, and networks come back: while something waits the clock is looked at this often. */
  lookEveryMs: 5_000,
} as const

/** What the panel has tried by itself; times in milliseconds since the epoch. */
export interface TrialsMade {
  /** Wordcodes of the devices that are asked now. */
  underWay: ReadonlySet<string>
  /** When each was asked last, for two minutes: one that says nothing about its device does not come again at once. */
  triedAt: ReadonlyMap<string, number>
}

export interface TrialPlan {
  /** The devices to ask now. */
  due: readonly DeviceTarget[]
  /** When to plan again, where nothing happens before that; null while no circuit waits. */
  nextLookAt: number | null
}

/**
 * The devices whose circuits let a trial through by now, those that have waited longest first. Without a network nothing is
 * due: a call would say nothing.
 */
export function planTrials(calls: DeviceCalls, { underWay, triedAt }: TrialsMade, at: number): TrialPlan {
  const due: { target: DeviceTarget; since: number }[] = []
  let nextDueAt = Number.POSITIVE_INFINITY
  const { circuits } = calls
  for (const [wordCode, ref] of circuits.entries()) {
    const { value, context } = ref.getSnapshot()
    if (value === 'CLOSED' || underWay.has(wordCode)) continue
    const lastTriedAt = triedAt.get(wordCode) ?? null
    const againAt = isOpenTimeoutOver(lastTriedAt, at) ? at : (lastTriedAt ?? at) + breakerRules.openTimeoutMs
    const dueAt = Math.max(circuits.retryAt(wordCode) ?? at, againAt)
    if (dueAt > at) nextDueAt = Math.min(nextDueAt, dueAt)
    else {
      const { condominiumId, lastFailureTime } = context
      due.push({ target: { wordCode, condominiumId }, since: Math.max(lastFailureTime ?? 0, lastTriedAt ?? 0) })
    }
  }
  const places = calls.blamesDevice ? trialRules.atOnce - underWay.size : 0
  const taken = due.toSorted((one, other) => one.since - other.since).slice(0, places)
  const waits = due.length > taken.length || nextDueAt !== Number.POSITIVE_INFINITY
  return {
    due: taken.map(({ target }) => target),
    nextLookAt: waits ? Math.min(nextDueAt, at + trialRules.lookEveryMs) : null,
  }
}

/** Those that are asked now besides; what was tried more than two minutes ago is forgotten. */
export function withTrials({ underWay, triedAt }: TrialsMade, due: TrialPlan['due'], at: number): TrialsMade {
  const asked = due.map(({ wordCode }) => wordCode)
  const lately = [...triedAt].filter(([, lastTriedAt]) => !isOpenTimeoutOver(lastTriedAt, at))
  return {
    underWay: new Set([...underWay, ...asked]),
    triedAt: new Map([...lately, ...asked.map((wordCode) => [wordCode, at] as const)]),
  }
}

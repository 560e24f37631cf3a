import { breakerRules, isOpenTimeoutOver } from '../../../contract/devices/breaker-rules.ts'
import type { DeviceCalls } from './calls/device-calls.ts'
import type { DeviceTarget } from './calls/device-errors.ts'

/** Rules of the automatic trials (LIVE-3). */
export const trialRules = {
  atOnce: 4,
  /** How often the clock is read while a trial waits: a timer sleeps with the computer. */
  lookEveryMs: 5_000,
} as const

/** The automatic trials so far; times in milliseconds since the epoch. */
export interface TrialsMade {
  /** Wordcodes of the devices with a trial in progress. */
  underWay: ReadonlySet<string>
  /**
   * The last trial of each device in any tab, kept for two minutes: a trial without a result is not repeated immediately.
   */
  triedAt: ReadonlyMap<string, number>
}

export interface TrialPlan {
  /** The devices to call now. */
  due: readonly DeviceTarget[]
  /** When to plan again if no event occurs before; null while no circuit waits. */
  nextCheckAt: number | null
}

/**
 * The devices with circuits that allow a trial now, the longest waiting first. Empty without a network: a failed call
 * would prove nothing. A trial ends an expired isolation, so it waits for a person who may see the device (AUD-2).
 */
export function planTrials(calls: DeviceCalls, { underWay, triedAt }: TrialsMade, at: number): TrialPlan {
  const due: { target: DeviceTarget; since: number }[] = []
  let nextDueAt = Number.POSITIVE_INFINITY
  const { circuits } = calls
  for (const [wordCode, ref] of circuits.entries()) {
    const { value, context } = ref.getSnapshot()
    if (value === 'CLOSED' || underWay.has(wordCode)) continue
    if (value === 'FORCED_OPEN' && !calls.maySee(context.condominiumId)) continue
    const lastTriedAt = triedAt.get(wordCode) ?? null
    const againAt = isOpenTimeoutOver(lastTriedAt, at) ? at : (lastTriedAt ?? at) + breakerRules.openTimeoutMs
    const dueAt = Math.max(circuits.retryAt(wordCode) ?? at, againAt)
    if (dueAt > at) nextDueAt = Math.min(nextDueAt, dueAt)
    else {
      const { condominiumId, lastFailureTime } = context
      due.push({ target: { wordCode, condominiumId }, since: Math.max(lastFailureTime ?? 0, lastTriedAt ?? 0) })
    }
  }
  const slots = calls.blamesDevice ? trialRules.atOnce - underWay.size : 0
  const taken = due.toSorted((one, other) => one.since - other.since).slice(0, slots)
  const waits = due.length > taken.length || nextDueAt !== Number.POSITIVE_INFINITY
  return {
    due: taken.map(({ target }) => target),
    nextCheckAt: waits ? Math.min(nextDueAt, at + trialRules.lookEveryMs) : null,
  }
}

/** Adds the trials that start now, and drops those older than two minutes. */
export function withTrials({ underWay, triedAt }: TrialsMade, due: TrialPlan['due'], at: number): TrialsMade {
  const asked = due.map(({ wordCode }) => wordCode)
  const lately = [...triedAt].filter(([, lastTriedAt]) => !isOpenTimeoutOver(lastTriedAt, at))
  return {
    underWay: new Set([...underWay, ...asked]),
    triedAt: new Map([...lately, ...asked.map((wordCode) => [wordCode, at] as const)]),
  }
}

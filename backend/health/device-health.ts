import type { DeviceFailureCause } from '../../contract/wire/answers/devices.ts'
import type { DeviceHealthAnswer } from '../../contract/wire/answers/health.ts'

const failuresToOpen = 5
const openMs = 2 * 60_000

/** How the server's own contacts with a device went, in the words of the circuit breaker (spec §4). It refuses no call. */
export type HealthRecord = Pick<
  DeviceHealthAnswer,
  'failureCount' | 'lastFailureTime' | 'state' | 'isAvailable' | 'cause'
>

export type DeviceHealth = {
  succeeded(wordCode: string): void
  failed(wordCode: string, cause: DeviceFailureCause): void
  recordOf(wordCode: string): HealthRecord
  forget(wordCode: string): void
  /** The devices whose last failure is at least `idleMs` old. */
  idle(idleMs: number): string[]
}

/** In memory, for devices that fail alone: a restart of the backend starts with every record CLOSED at 0. */
export function deviceHealth(now: () => number): DeviceHealth {
  const failing = new Map<string, { failureCount: number; lastFailureAt: number; cause: DeviceFailureCause }>()
  return {
    succeeded(wordCode) {
      failing.delete(wordCode)
    },
    failed(wordCode, cause) {
      const failureCount = (failing.get(wordCode)?.failureCount ?? 0) + 1
      failing.set(wordCode, { failureCount, lastFailureAt: now(), cause })
    },
    recordOf(wordCode) {
      const known = failing.get(wordCode)
      if (known === undefined) return { failureCount: 0, lastFailureTime: null, state: 'CLOSED', isAvailable: true }
      const state = stateOf(known.failureCount, now() - known.lastFailureAt)
      return {
        failureCount: known.failureCount,
        lastFailureTime: new Date(known.lastFailureAt).toISOString(),
        state,
        isAvailable: state !== 'OPEN',
        cause: known.cause,
      }
    },
    forget(wordCode) {
      failing.delete(wordCode)
    },
    idle: (idleMs) =>
      [...failing].filter(([, { lastFailureAt }]) => now() - lastFailureAt >= idleMs).map(([wordCode]) => wordCode),
  }
}

function stateOf(failureCount: number, sinceFailureMs: number): HealthRecord['state'] {
  if (failureCount < failuresToOpen) return 'CLOSED'
  return sinceFailureMs >= openMs ? 'HALF_OPEN' : 'OPEN'
}

import { vi } from 'vitest'

/**
 * Waits until `holds` does not throw, and rejects with its last error. Vitest's own limit of a second is too short on a
 * busy machine.
 * @param everyMs interval of the attempts; shorter for results that do not last
 */
export function eventually<Result>(holds: () => Result | Promise<Result>, everyMs = 50): Promise<Result> {
  return vi.waitFor(holds, { timeout: 30_000, interval: everyMs })
}

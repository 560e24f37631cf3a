import { vi } from 'vitest'

/**
 * Waits until what is asserted holds, and rejects with what did not. It claims no time: on a busy machine Vitest's own second is too short.
 * @param everyMs how often it looks: oftener what does not last
 */
export function eventually<Result>(holds: () => Result | Promise<Result>, everyMs = 50): Promise<Result> {
  return vi.waitFor(holds, { timeout: 30_000, interval: everyMs })
}

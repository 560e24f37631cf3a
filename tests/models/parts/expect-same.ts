import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/** Faster than `expect(actual).toEqual(expected)`, which runs only if a quick comparison finds a difference. */
export function expectSame(actual: unknown, expected: unknown, when: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, when).toEqual(expected)
}

import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/** `expect(actual).toEqual(expected)`, which is slow, only where a fast comparison finds a difference. */
export function expectSame(actual: unknown, expected: unknown, when: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, when).toEqual(expected)
}

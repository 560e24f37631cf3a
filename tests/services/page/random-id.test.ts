import { afterEach, expect, test, vi } from 'vitest'
import { randomId } from '../../../src/services/page/random-id.ts'

afterEach(() => vi.unstubAllGlobals())

const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

test('ids are version 4 UUIDs and differ', () => {
  const ids = Array.from({ length: 1000 }, randomId)
  expect(ids.filter((id) => !version4.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(1000)
})

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('without crypto.randomUUID, bytes of %i give %s', (byte, expected) => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) })
  expect(randomId()).toBe(expected)
})

import { expect, test } from 'vitest'
import { panelsText } from '../../../src/ui/health/health-texts.ts'

test.each([
  [0, true, '1'],
  [0, false, '0'],
  [1_204, true, '1.204'],
  [null, true, 'desconhecido'],
] as const)('of %s panels that the server counts, this one connected: %s, is said %s', (counted, isConnected, text) => {
  expect(panelsText(counted, isConnected)).toBe(text)
})

import { expect, test } from 'vitest'
import { panelsText } from '../../../src/ui/health/health-texts.ts'

test.each([
  [0, true, '1'],
  [0, false, '0'],
  [1_204, true, '1.204'],
  [null, true, 'desconhecido'],
] as const)(
  'if the server counts %s panels and this panel is connected (%s), the text is %s',
  (counted, isConnected, text) => {
    expect(panelsText(counted, isConnected)).toBe(text)
  },
)

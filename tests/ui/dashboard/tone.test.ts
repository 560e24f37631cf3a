import { expect, test } from 'vitest'
import { goodTone, toneOfPorts } from '../../../src/ui/dashboard/tone.ts'

test('a good count is green only if it is known and above zero', () => {
  expect([undefined, 0, 1].map(goodTone)).toEqual(['neutral', 'neutral', 'ok'])
})

test('port tests are green only if all passed', () => {
  expect(toneOfPorts(0, 0)).toBe('neutral')
  expect(toneOfPorts(0, 2)).toBe('bad')
  expect(toneOfPorts(1, 2)).toBe('warn')
  expect(toneOfPorts(2, 2)).toBe('ok')
})

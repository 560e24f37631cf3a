import { expect, test } from 'vitest'
import { goodTone, toneOfPorts } from '../../../src/ui/dashboard/tone.ts'

test('none that is well is no good news, and an unknown count has no colour', () => {
  expect([undefined, 0, 1].map(goodTone)).toEqual(['neutral', 'neutral', 'ok'])
})

test('port tests are good only where all have passed', () => {
  expect(toneOfPorts(0, 0)).toBe('neutral')
  expect(toneOfPorts(0, 2)).toBe('bad')
  expect(toneOfPorts(1, 2)).toBe('warn')
  expect(toneOfPorts(2, 2)).toBe('ok')
})

import { expect, test } from 'vitest'
import { aroundMinute, lastNight } from '../../../src/ui/parts/lists/record-query.ts'

test('the period around a minute reaches 15 minutes to both sides, over midnight and the end of a month, too (DESK-7)', () => {
  expect(aroundMinute('2026-03-01T00:05')).toEqual({ from: '2026-02-28T23:50', to: '2026-03-01T00:20' })
})

test.each([
  ['by day', new Date(2026, 2, 1, 14, 0)],
  ['by night', new Date(2026, 2, 1, 3, 0)],
  ['late in the evening', new Date(2026, 2, 1, 23, 59)],
])('the last night, asked %s, is from 22:00 of the day before to 06:00 of the day (DESK-7)', (_, now) => {
  expect(lastNight(now)).toEqual({ from: '2026-02-28T22:00', to: '2026-03-01T06:00' })
})

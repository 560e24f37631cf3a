import { expect, it } from 'vitest'
import { shiftCuts } from '../../../src/services/alarm-load/shift-cuts.ts'

it('shifts are cut at 06:00 and 18:00 local time, inside the period and not at its ends (INC-9)', () => {
  const at = (text: string) => new Date(text).getTime()
  expect(shiftCuts(at('2026-11-20T06:00'), at('2026-11-21T18:00'))).toEqual([
    at('2026-11-20T18:00'),
    at('2026-11-21T06:00'),
  ])
  expect(shiftCuts(at('2026-11-20T07:00'), at('2026-11-20T08:00'))).toEqual([])
})

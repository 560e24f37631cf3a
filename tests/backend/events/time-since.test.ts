import { expect, it } from 'vitest'
import { timeSince } from '../../../backend/events/time-since.ts'

const now = Date.parse('2026-03-02T08:00:00.000Z')
const minuteMs = 60_000

it.each([
  [-5_000, 'Agora'],
  [59_999, 'Agora'],
  [minuteMs, 'há 1 minuto'],
  [2 * minuteMs, 'há 2 minutos'],
  [60 * minuteMs - 1, 'há 59 minutos'],
  [60 * minuteMs, 'há 1 hora'],
  [125 * minuteMs, 'há 2 horas'],
  [24 * 60 * minuteMs, 'há 1 dia'],
  [73 * 60 * minuteMs, 'há 3 dias'],
])('timeSince formats %i ms as %s', (passedMs, text) => {
  expect(timeSince(new Date(now - passedMs), now)).toBe(text)
})

import { expect, test } from 'vitest'
import { breakerRules } from '../../../contract/devices/breaker-rules.ts'
import { isolationEnd, isolationSpans } from '../../../src/machines/breaker/isolation-spans.ts'

const hourMs = 60 * 60_000

test.each([
  ['begins just after six in the morning', '2026-11-28T06:00:00.001-03:00', 24 - 0.001 / 3600],
  ['begins just after six on the day before the end of summer time', '2018-02-17T06:00:00.001-02:00', 24],
])('an isolation until the morning lasts at most 24 h if it %s', (_name, beginning, hours) => {
  const at = Date.parse(beginning)
  expect(isolationEnd('untilMorning', at) - at).toBeCloseTo(hours * hourMs, 0)
  for (const span of isolationSpans)
    expect(isolationEnd(span, at) - at).toBeLessThanOrEqual(breakerRules.longestIsolationMs)
})

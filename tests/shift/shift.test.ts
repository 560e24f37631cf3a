import { afterEach, expect, test, vi } from 'vitest'
import { seededRandom } from '../../backend/seed/seeded-random.ts'
import type { Panel } from '../../src/machines/panel/panel.machine.ts'
import { openBrowser } from './browser-of-shift.ts'
import { createWorld, type OutageKind } from './gate-world.ts'
import { closePanel, openPanel } from './panel-of-shift.ts'
import { createServer } from './server-of-shift.ts'
import { type Course, runShift } from './shift-run.ts'

const minuteMs = 60_000

/** Twelve hours with `npm test -- unit --all`, else forty minutes with as much of everything. */
const shift =
  process.env.TESTS === 'all'
    ? { lengthMs: 720 * minuteMs, outageCount: 40, failingCount: 60, eventCount: 200_000, moments: 1_000 }
    : { lengthMs: 40 * minuteMs, outageCount: 6, failingCount: 4, eventCount: 8_000, moments: 40 }

/**
 * How long after its end all is current again, at most: the live connection tries every 5 s, and a service alone is asked for every
 * 15 s (SOC-4, LIVE-1); then the answers are still to come.
 */
const backWithinMs: Record<OutageKind, number> = {
  killed: 6_500,
  hung: 6_500,
  offline: 6_500,
  serverHttp: 17_000,
  deviceService: 17_000,
  health: 17_000,
}

let panel: Panel | undefined

afterEach(() => {
  closePanel(panel)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('through a shift of outages, failing devices and events the panel claims nothing that is not so (LIVE-1, LIVE-2, LIVE-3, LIVE-5)', {
  timeout: 30 * minuteMs,
}, async () => {
  const startedAt = Date.parse('2026-11-22T18:00:00-03:00')
  vi.useFakeTimers({ now: startedAt })
  const random = seededRandom(1)
  vi.spyOn(Math, 'random').mockImplementation(random)
  const world = createWorld({ startedAt, random, ...shift })
  const server = createServer(world, random)
  const browser = openBrowser(server)
  panel = await openPanel(server)
  const { look } = await import('./screen.tsx')
  const { courses, promises, ...wrong } = await runShift({ ...shift, world, server, browser, panel, look, random })

  if (process.env.TESTS === 'all') console.table(courses.map(rowOf))
  expect(wrong).toEqual({ false: [], missing: [], broken: [] })
  expect(promises).toBeGreaterThan(0)
  for (const course of courses)
    expect.soft(course.backMs, JSON.stringify(rowOf(course))).toBeLessThanOrEqual(backWithinMs[course.outage.kind])
})

function rowOf({ outage: { kind, from, to }, greenMs, backMs }: Course) {
  return { away: kind, seconds: (to - from) / 1_000, 'green for': greenMs / 1_000, 'current after': backMs / 1_000 }
}

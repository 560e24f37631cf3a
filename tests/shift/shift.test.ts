import { afterEach, expect, test, vi } from 'vitest'
import { seededRandom } from '../../backend/seed/seeded-random.ts'
import type { Panel } from '../../src/machines/panel/panel.machine.ts'
import { openBrowser } from './browser-of-shift.ts'
import { falseClaims, missingClaims } from './claims.ts'
import { createWorld } from './gate-world.ts'
import { closePanel, openPanel } from './panel-of-shift.ts'
import { createServer } from './server-of-shift.ts'
import { type Course, goOn, runShift } from './shift-run.ts'

const minuteMs = 60_000

/** Twelve hours with `npm test -- unit --all`, else forty minutes with fewer outages and events. */
const shift =
  process.env.TESTS === 'all'
    ? { lengthMs: 720 * minuteMs, outageCount: 40, failingCount: 60, eventCount: 200_000, moments: 1_000 }
    : { lengthMs: 40 * minuteMs, outageCount: 6, failingCount: 4, eventCount: 8_000, moments: 40 }

/** Longest recovery after an outage: the panel retries every 4.5 s, and then waits for answers (LIVE-1). */
const backWithinMs = 6_500

let panel: Panel | undefined

afterEach(() => {
  closePanel(panel)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the panel makes no false claim during a shift with outages, failing devices and events (LIVE-1, LIVE-2, LIVE-3, LIVE-5)', {
  timeout: 30 * minuteMs,
}, async () => {
  const gatehouse = await openGatehouse(shift)
  const { courses, promises, ...wrong } = await runShift({ ...gatehouse, moments: shift.moments })

  if (process.env.TESTS === 'all') console.table(courses.map(rowOf))
  expect(wrong).toEqual({ false: [], missing: [], broken: [] })
  expect(promises).toBeGreaterThan(0)
  for (const course of courses)
    expect.soft(course.backMs, JSON.stringify(rowOf(course))).toBeLessThanOrEqual(backWithinMs)
})

test('after eight hours of sleep the panel becomes current by itself and shows no old value as current (LIVE-2)', async () => {
  const gatehouse = await openGatehouse({
    lengthMs: 600 * minuteMs,
    outageCount: 0,
    failingCount: 20,
    eventCount: 4_000,
  })
  const { server, panel, look } = gatehouse
  for (let step = 0; step < 120; step += 1) await goOn(gatehouse)
  expect(missingClaims(look(panel, 'DISP-0'))).toEqual([])

  // Timers stop while the computer sleeps.
  vi.setSystemTime(Date.now() + 480 * minuteMs)
  server.dropLinks()
  for (let step = 0; step < 13; step += 1) await goOn(gatehouse)
  const screen = look(panel, 'DISP-0')
  expect(missingClaims(screen)).toEqual([])
  expect(falseClaims(screen, Date.now(), gatehouse)).toEqual([])
})

/** A world on a simulated clock, and the panel in it. */
async function openGatehouse(shape: Omit<Parameters<typeof createWorld>[0], 'startedAt' | 'random'>) {
  const startedAt = Date.parse('2026-11-22T18:00:00-03:00')
  vi.useFakeTimers({ now: startedAt })
  const random = seededRandom(1)
  vi.spyOn(Math, 'random').mockImplementation(random)
  const world = createWorld({ ...shape, startedAt, random })
  const server = createServer(world, random)
  const browser = openBrowser(server)
  panel = await openPanel(server)
  const { look } = await import('./screen.tsx')
  return { world, server, browser, panel, look, random, activeCounts: [] as number[] }
}

function rowOf({ outage: { kind, from, to }, greenMs, backMs }: Course) {
  return { away: kind, seconds: (to - from) / 1_000, 'green for': greenMs / 1_000, 'current after': backMs / 1_000 }
}

import { afterEach, expect, test, vi } from 'vitest'
import { falseClaims, missingClaims } from './claims.ts'
import { closeGatehouse, type OpenGatehouse, openGatehouse } from './gatehouse.ts'
import { readScreen, readViews } from './read-views.ts'
import { type Course, goOn, openPages, runShift, select } from './shift-run.ts'

const minuteMs = 60_000

/** Twelve hours with `npm test -- unit --all`, else forty minutes with fewer outages and events. */
const shift =
  process.env.TESTS === 'all'
    ? { lengthMs: 720 * minuteMs, outageCount: 40, failingCount: 60, eventCount: 200_000, moments: 1_000 }
    : { lengthMs: 40 * minuteMs, outageCount: 6, failingCount: 4, eventCount: 8_000, moments: 30 }

/** Longest recovery after an outage: the panel retries every 4.5 s, and then waits for answers (LIVE-1). */
const backWithinMs = 6_500

let gatehouse: OpenGatehouse | undefined

afterEach(() => closeGatehouse(gatehouse))

test('the panel makes no false claim and its views do not contradict each other during a shift with outages, failing devices and events (LIVE-1, LIVE-2, LIVE-3, LIVE-5, LIVE-6, STATE-1, STATE-6)', {
  timeout: 60 * minuteMs,
}, async () => {
  gatehouse = await openGatehouse(shift)
  const { courses, promises, comparisons, ...wrong } = await runShift({ ...gatehouse, moments: shift.moments })

  if (process.env.TESTS === 'all') console.table(courses.map(rowOf))
  expect(wrong).toEqual({ false: [], missing: [], broken: [], contradictions: [] })
  expect(comparisons).toBeGreaterThanOrEqual(1_000)
  expect(promises).toBeGreaterThan(0)
  for (const course of courses)
    expect.soft(course.backMs, JSON.stringify(rowOf(course))).toBeLessThanOrEqual(backWithinMs)
})

test('after eight hours of sleep the panel becomes current by itself and shows no old value as current (LIVE-2)', async () => {
  const opened = await openGatehouse({
    lengthMs: 600 * minuteMs,
    outageCount: 0,
    failingCount: 20,
    eventCount: 4_000,
  })
  gatehouse = opened
  const { server, views } = opened
  for (let step = 0; step < 120; step += 1) await goOn(opened)
  const screenNow = () => readScreen(views.render('/dashboard'), views.render('/devices'))
  expect(missingClaims(screenNow())).toEqual([])

  // Timers stop while the computer sleeps.
  vi.setSystemTime(Date.now() + 480 * minuteMs)
  server.dropLinks()
  for (let step = 0; step < 13; step += 1) await goOn(opened)
  const screen = screenNow()
  expect(screen.figures).toContainEqual(expect.objectContaining({ label: 'Dispositivos online', tone: 'ok' }))
  expect(screen.situation.text).not.toBe('')
  expect(screen.devices).toHaveLength(opened.world.devices.length)
  expect(missingClaims(screen)).toEqual([])
  expect(falseClaims(screen, Date.now(), opened)).toEqual([])
})

test('if this computer has isolated a device, no view counts its incident while its condominium is selected (STATE-3, STATE-6)', async () => {
  const shape = { lengthMs: 12 * minuteMs, outageCount: 0, failingCount: 2, eventCount: 0, isStaged: true } as const
  const opened = await openGatehouse(shape)
  gatehouse = opened
  const { panel, server, world, views, wall } = opened
  const { wordCode = '', condominiumId = '' } = world.devices[1] ?? {}
  while (!server.incidents.listed(Date.now()).some((each) => each.wordCode === wordCode)) await goOn(opened)
  select(opened, condominiumId)
  const visit = { wordCode, condominiumId, incidentId: null }
  const counts = () => {
    const { hidden, menuCount, placeIncidents } = readViews(views.renderAll(visit, wall), visit)
    const ofPlaces = placeIncidents.reduce((sum, { count }) => sum + count, 0)
    return { menuCount, ofPlaces, hidden: [...hidden.values()] }
  }
  await openPages(panel, visit)
  await goOn(opened)
  const { menuCount, hidden } = counts()
  expect(hidden).toEqual(hidden.map(() => menuCount - 1))
  const until = Date.now() + 20 * minuteMs
  const target = { wordCode, condominiumId }
  panel.getSnapshot().children.devices?.send({ type: 'device.isolate', target, until, reason: 'obra' })
  await goOn(opened)
  expect(counts()).toEqual({ menuCount: menuCount - 1, ofPlaces: menuCount - 1, hidden })
})

function rowOf({ outage: { kind, from, to }, greenMs, backMs }: Course) {
  return { away: kind, seconds: (to - from) / 1_000, 'green for': greenMs / 1_000, 'current after': backMs / 1_000 }
}

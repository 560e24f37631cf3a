import { vi } from 'vitest'
import type { Panel } from '../../src/machines/panel/panel.machine.ts'
import type { openBrowser } from './browser-of-shift.ts'
import { falseClaims, isGreenWithout, isKept, missingClaims, promisedAt } from './claims.ts'
import type { Outage, World } from './gate-world.ts'
import type { Screen } from './screen.tsx'
import type { ServerOfShift } from './server-of-shift.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
/** Step of the simulation, and interval at which a recovery is checked. */
const stepMs = 500
/** How long the screen is watched after an outage; missing values do not count before. */
const returnMs = 30 * secondMs

/** A world, and the browser in it. */
export interface Gatehouse {
  world: World
  server: ServerOfShift
  browser: ReturnType<typeof openBrowser>
  /** Number of active condominiums, by the second of the shift. */
  activeCounts: number[]
}

interface ShiftParts extends Gatehouse {
  panel: Panel
  look: (panel: Panel, wordCode: string) => Screen
  /** Number of moments at which the screen is compared with the world. */
  moments: number
  random: () => number
}

/** The screen during an outage, in milliseconds. */
export interface Course {
  outage: Outage
  /** How long a value of the failed source stayed green. */
  greenMs: number
  /** How long after its end everything was current again; NaN if never. */
  backMs: number
}

/** Result of a shift; one line for each false claim, missing claim and broken promise. */
export interface ShiftReport {
  false: string[]
  missing: string[]
  broken: string[]
  /** Number of checked promises to try a device again. */
  promises: number
  courses: Course[]
}

/** Runs a shift with a person who tests failing devices, and compares the screen with the world. */
export async function runShift(parts: ShiftParts): Promise<ShiftReport> {
  const { world, server, panel, look, random } = parts
  const { startedAt, endsAt, outages } = world
  const report: ShiftReport = { false: [], missing: [], broken: [], promises: 0, courses: [] }
  report.courses = outages.map((outage) => ({ outage, greenMs: 0, backMs: Number.NaN }))
  const promises: { wordCode: string; at: number }[] = []
  const moments = Array.from(
    { length: parts.moments },
    () => startedAt + minuteMs + random() * (endsAt - startedAt - minuteMs),
  )
  const visits = visitsOf(world, random)

  for (let now = Date.now(); now < endsAt; now = Date.now()) {
    for (const { target } of taken(visits, ({ at }) => at <= now))
      panel.getSnapshot().children.devices?.send({ type: 'device.operate', operation: { kind: 'test', target } })
    await goOn(parts)

    const at = Date.now()
    const isMoment = taken(moments, (moment) => moment <= at).length > 0
    const course = report.courses.findLast(({ outage }) => outage.from <= at && at < outage.to + returnMs)
    const isOut = course !== undefined && at < course.outage.to
    const isReturning = course !== undefined && !isOut && Number.isNaN(course.backMs)
    const isWatched = isOut && at % (at - course.outage.from < 40 * secondMs ? 2 * secondMs : 20 * secondMs) < stepMs
    if (!(isMoment || isReturning || isWatched)) continue

    const screen = look(panel, `DISP-${Math.floor(random() * world.devices.length)}`)
    const withTime = (claim: string) => `${new Date(at).toISOString()} ${course?.outage.kind ?? ''} ${claim}`
    const missing = missingClaims(screen)
    report.false.push(...falseClaims(screen, at, parts).map(withTime))
    if (isOut && isGreenWithout(screen, course.outage.kind)) course.greenMs = at - course.outage.from
    if (isReturning && missing.length === 0) course.backMs = at - course.outage.to
    if (!isMoment) continue
    if (isQuiet(outages, at - returnMs, at)) report.missing.push(...missing.map(withTime))
    for (const device of screen.devices) {
      const promised = promisedAt(device, at)
      if (
        promised !== null &&
        promised < endsAt - 10 * secondMs &&
        isQuiet(outages, at - 5 * secondMs, promised + 10 * secondMs)
      )
        promises.push({ wordCode: device.wordCode, at: promised })
    }
  }
  report.promises = promises.length
  report.broken = promises
    .filter(({ wordCode, at }) => !isKept(wordCode, at, server))
    .map(({ wordCode, at }) => `${wordCode} at ${new Date(at).toISOString()}`)
  return report
}

/** Delivers everything that is due, and advances the clock by half a second. */
export async function goOn({ world, server, browser, activeCounts }: Gatehouse): Promise<void> {
  const now = Date.now()
  browser.setOnline(!world.isOffline(now))
  server.goOn()
  activeCounts[Math.floor((now - world.startedAt) / secondMs)] = world.activeCount(now, server.lastEventOf)
  await vi.advanceTimersByTimeAsync(stepMs)
}

/** A person tests each failing device twice, within a minute. */
function visitsOf({ devices }: World, random: () => number) {
  return devices.flatMap(({ wordCode, condominiumId, failures }) =>
    failures.flatMap(({ from }) => {
      const at = from + random() * minuteMs
      return [at, at + 20 * secondMs].map((at) => ({ at, target: { wordCode, condominiumId } }))
    }),
  )
}

/** Removes the matching items from the list and returns them. */
function taken<Item>(list: Item[], isSo: (item: Item) => boolean): Item[] {
  const matching = list.filter(isSo)
  if (matching.length > 0) list.splice(0, list.length, ...list.filter((item) => !matching.includes(item)))
  return matching
}

function isQuiet(outages: readonly Outage[], from: number, to: number): boolean {
  return outages.every((outage) => outage.to < from || outage.from > to)
}

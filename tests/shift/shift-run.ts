import { vi } from 'vitest'
import type { Panel } from '../../src/machines/panel/panel.machine.ts'
import type { openBrowser } from './browser-of-shift.ts'
import { falseClaims, isGreenWithout, isKept, missingClaims, promisedAt } from './claims.ts'
import type { Outage, World } from './gate-world.ts'
import type { Screen } from './screen.tsx'
import type { ServerOfShift } from './server-of-shift.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
/** How often the world goes on, and what comes back is looked at. */
const stepMs = 500
/** How long after an outage the screen is watched for it, and before which nothing is missed. */
const returnMs = 30 * secondMs

/** A world, and the browser in it. */
export interface Place {
  world: World
  server: ServerOfShift
  browser: ReturnType<typeof openBrowser>
  /** How many condominiums were active, by the second of the shift. */
  activeCounts: number[]
}

interface ShiftParts extends Place {
  panel: Panel
  look: (panel: Panel, wordCode: string) => Screen
  /** How many moments the screen is compared with the world at. */
  moments: number
  random: () => number
}

/** An outage as the screen followed it, in milliseconds. */
export interface Course {
  outage: Outage
  /** How long something that came from there stayed green. */
  greenMs: number
  /** How long after its end all was current again; NaN where it never was. */
  backMs: number
}

/** What the screen said in a shift; a line for each claim that was false, missing, or a promise not kept. */
export interface ShiftReport {
  false: string[]
  missing: string[]
  broken: string[]
  /** How many promises to try a device again were looked at. */
  promises: number
  courses: Course[]
}

/** Lets a shift pass, with a person who tests what fails, and compares what the panel shows with what is so. */
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
    const told = (claim: string) => `${new Date(at).toISOString()} ${course?.outage.kind ?? ''} ${claim}`
    const missing = missingClaims(screen)
    report.false.push(...falseClaims(screen, at, parts).map(told))
    if (isOut && isGreenWithout(screen, course.outage.kind)) course.greenMs = at - course.outage.from
    if (isReturning && missing.length === 0) course.backMs = at - course.outage.to
    if (!isMoment) continue
    if (isQuiet(outages, at - returnMs, at)) report.missing.push(...missing.map(told))
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

/** What happens by now happens, and half a second passes. */
export async function goOn({ world, server, browser, activeCounts }: Place): Promise<void> {
  const now = Date.now()
  browser.setOnline(!world.isOffline(now))
  server.goOn()
  activeCounts[Math.floor((now - world.startedAt) / secondMs)] = world.activeCount(now, server.lastEventOf)
  await vi.advanceTimersByTimeAsync(stepMs)
}

/** A person tests each device that fails, twice, within a minute. */
function visitsOf({ devices }: World, random: () => number) {
  return devices.flatMap(({ wordCode, condominiumId, failures }) =>
    failures.flatMap(({ from }) => {
      const at = from + random() * minuteMs
      return [at, at + 20 * secondMs].map((at) => ({ at, target: { wordCode, condominiumId } }))
    }),
  )
}

/** Those of the list that are so, taken out of it. */
function taken<Item>(list: Item[], isSo: (item: Item) => boolean): Item[] {
  const those = list.filter(isSo)
  if (those.length > 0) list.splice(0, list.length, ...list.filter((item) => !those.includes(item)))
  return those
}

function isQuiet(outages: readonly Outage[], from: number, to: number): boolean {
  return outages.every((outage) => outage.to < from || outage.from > to)
}

import { vi } from 'vitest'
import type { Panel } from '../../src/machines/panel/panel.machine.ts'
import type { WallRef } from '../../src/ui/wall/wall-page.tsx'
import type { openBrowser } from './browser-of-shift.ts'
import { falseClaims, isGreenWithout, isKept, missingClaims, promisedAt } from './claims.ts'
import { type Contradiction, contradictionsIn } from './contradictions.ts'
import type { Outage, World } from './gate-world.ts'
import type { Choice } from './gatehouse.ts'
import { readScreen, readViews } from './read-views.ts'
import type { Views, Visit } from './screen.tsx'
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
  /** For each second of the shift, the ids of the active condominiums. */
  activePlaces: string[][]
  choice: Choice
}

interface Compared extends Gatehouse {
  wall: WallRef
  views: Views
}

interface ShiftParts extends Compared {
  panel: Panel
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
  /** Contradictions between two views at the same moment. */
  contradictions: string[]
  /** Number of pairs of claims that were compared. */
  comparisons: number
  /** Number of checked promises to try a device again. */
  promises: number
  courses: Course[]
}

/** Runs a shift with a person who tests failing devices, and compares the screen with the world. */
export async function runShift(parts: ShiftParts): Promise<ShiftReport> {
  const { world, server, panel, views, random, choice } = parts
  const { startedAt, endsAt, outages } = world
  const report: ShiftReport = {
    ...{ false: [], missing: [], broken: [], contradictions: [] },
    ...{ comparisons: 0, promises: 0, courses: [] },
  }
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
    const isWatched = isOut && at % (at - course.outage.from < 40 * secondMs ? 4 * secondMs : 20 * secondMs) < stepMs
    if (!(isMoment || isReturning || isWatched)) continue

    const list = isMoment || isReturning ? views.render('/devices') : null
    const screen = readScreen(views.render('/dashboard'), list)
    const withTime = (claim: string) => `${new Date(at).toISOString()} ${course?.outage.kind ?? ''} ${claim}`
    const missing = missingClaims(screen)
    report.false.push(...falseClaims(screen, at, parts).map(withTime))
    if (isOut && isGreenWithout(screen, course.outage.kind)) course.greenMs = at - course.outage.from
    if (isReturning && missing.length === 0) course.backMs = at - course.outage.to
    if (!isMoment) continue
    const { found, comparisons } = await compareViews(parts)
    report.comparisons += comparisons
    report.contradictions.push(...found.map(({ rule, text }) => withTime(`${rule}: ${text}`)))
    const isSettled = choice.at < at - returnMs && isQuiet(outages, at - returnMs, at)
    if (isSettled) report.missing.push(...missing.map(withTime))
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
export async function goOn({ world, server, browser, activePlaces }: Gatehouse): Promise<void> {
  const now = Date.now()
  browser.setOnline(!world.isOffline(now))
  server.goOn()
  activePlaces[Math.floor((now - world.startedAt) / secondMs)] = world.activePlaces(now, server.lastEventOf)
  await vi.advanceTimersByTimeAsync(stepMs)
}

/** How long a contradiction must last: the wall asks every 5 s, and its answer may take a while. */
const settledMs = 6 * secondMs
const checkedEveryMs = 2 * secondMs

/**
 * Selects one or all condominiums, opens the pages of one device and one incident, and compares all views. Only lasting contradictions
 * count, because the wall and the pages ask the server at different times.
 */
async function compareViews(parts: ShiftParts): Promise<{ found: Contradiction[]; comparisons: number }> {
  const { panel, random } = parts
  const visit = chosenVisit(parts)
  const somewhere = () => chosen(parts.world.condominiums, random)?.id ?? null
  select(parts, random() < 0.4 ? null : random() < 0.5 ? visit.condominiumId : somewhere())
  await openPages(panel, visit)
  await goOn(parts)
  const { found, comparisons } = compared(parts, visit)
  let lasting = found
  for (let passed = stepMs; lasting.length > 0 && passed <= settledMs; passed += stepMs) {
    await goOn(parts)
    if (passed % checkedEveryMs > 0) continue
    const again = new Set(compared(parts, visit).found.map(({ text }) => text))
    lasting = lasting.filter(({ text }) => again.has(text))
  }
  return { found: lasting, comparisons }
}

/** Compares all views as they are now. */
export function compared(parts: Compared, visit: Visit): ReturnType<typeof contradictionsIn> {
  const { views, wall, world, choice } = parts
  const now = Date.now()
  return contradictionsIn(readViews(views.renderAll(visit, wall), visit), {
    now,
    isQuiet: isQuiet(world.outages, now - returnMs, now),
    isOffline: world.isOffline(now),
    selected: world.condominiums.find(({ id }) => id === choice.condominiumId) ?? null,
    deviceOf: world.deviceOf,
  })
}

/** The person selects one condominium, or all condominiums for null (LIVE-6). */
export function select({ panel, choice }: Pick<ShiftParts, 'panel' | 'choice'>, condominiumId: string | null): void {
  if (condominiumId === choice.condominiumId) return
  panel.getSnapshot().children.condominiums?.send({ type: 'condominiums.select', id: condominiumId })
  Object.assign(choice, { condominiumId, at: Date.now() })
}

/**
 * Chooses a device, in half of the cases one with a failure. Also chooses an incident: the incident of the device, else any open incident.
 */
function chosenVisit({ world, server, random }: ShiftParts): Visit {
  const embraced = random() < 0.5 ? chosen(server.incidents.embraced(), random) : undefined
  const wordCode = embraced ?? chosen(world.devices, random)?.wordCode ?? ''
  const open = server.incidents.listed(Date.now()).filter(({ end }) => end === null)
  const incident = open.find((each) => each.wordCode === wordCode) ?? chosen(open, random)
  return { wordCode, condominiumId: world.deviceOf(wordCode)?.condominiumId ?? '', incidentId: incident?.id ?? null }
}

function chosen<Item>(items: readonly Item[], random: () => number): Item | undefined {
  return items[Math.floor(random() * items.length)]
}

/** Sends the events that the pages send when they open. */
export async function openPages(panel: Panel, { wordCode, condominiumId, incidentId }: Visit): Promise<void> {
  const { alarmLoad, condominiums, deviceList, devices, handover, incidents } = panel.getSnapshot().children
  condominiums?.send({ type: 'place.open', id: condominiumId })
  deviceList?.send({ type: 'place.want', condominiumId })
  devices?.send({ type: 'device.watch', target: { wordCode, condominiumId } })
  incidents?.send({ type: 'worklist.open' })
  if (incidentId !== null) incidents?.getSnapshot().children.worklist?.send({ type: 'incident.open', id: incidentId })
  handover?.send({ type: 'handover.show' })
  alarmLoad?.send({ type: 'load.choose', days: 7 })
  // The browser fetches code in real time while the panel's clock is stopped.
  await vi.dynamicImportSettled()
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

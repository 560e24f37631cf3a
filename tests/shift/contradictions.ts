import { deviceStatuses, isStopped } from '../../contract/devices/device-status.ts'
import { sinceText } from '../../contract/texts/time-texts.ts'
import type { DeviceOnScreen, IncidentOnScreen, ViewsOnScreen } from './read-views.ts'

/** The contradictions between two claims on the screen at the same moment, by rule. */
export const rules = {
  status: 'Two views show one device with different statuses.',
  embraced: 'A device without contact in an open incident is shown online.',
  allWell: 'A sentence says that everything responds while a view shows trouble.',
  counts: 'Two counts of the same things differ.',
  advice: 'The steps of a device differ from the steps of its incident.',
  cable: 'A step is about one cable while the whole condominium is down.',
  since: 'An incident begins at different times, or later than its first note.',
  pause: 'A text names a pause that is over.',
  red: 'A claimed or silenced incident, or nothing but such incidents, is red.',
  green: 'Something is green that is not confirmed.',
} as const

export type Rule = keyof typeof rules

export interface Contradiction {
  rule: Rule
  text: string
}

/**
 * The contradictions of one moment, and how many pairs of claims were compared. `now` in milliseconds since the epoch. The
 * wall and the handover ask the server on their own: they are compared only if nothing is cut off (`isQuiet`).
 */
export function contradictionsIn(
  all: ViewsOnScreen,
  { now, isQuiet }: { now: number; isQuiet: boolean },
): { found: Contradiction[]; comparisons: number } {
  const views = isQuiet ? all : withoutOwnCalls(all)
  const found: Contradiction[] = []
  let comparisons = 0
  const check = (rule: Rule, isConsistent: boolean, text: string) => {
    comparisons += 1
    if (!isConsistent) found.push({ rule, text })
  }
  checkStatuses(views, check)
  checkIncidents(views, now, check)
  checkSentences(views, check)
  checkCounts(views, check)
  checkAdvice(views, check)
  for (const [view, text] of views.texts)
    for (const [pause, clock = ''] of text.matchAll(/(?:em pausa|isolado) até (\d\d:\d\d:\d\d)/g))
      check('pause', !isOver(clock, now), `${view}: ${pause}`)
  return { found, comparisons }
}

function withoutOwnCalls(views: ViewsOnScreen): ViewsOnScreen {
  return {
    ...views,
    wall: { tone: 'neutral', text: '', detail: '' },
    incidents: views.incidents.filter(({ view }) => view !== 'wall' && view !== 'handover'),
  }
}

type Check = (rule: Rule, isConsistent: boolean, text: string) => void

function checkStatuses({ devices, incidents, incidentPage }: ViewsOnScreen, check: Check): void {
  const first = new Map<string, DeviceOnScreen>()
  for (const device of devices) {
    const { view, wordCode, deviceStatus, tone } = device
    const known = first.get(wordCode)
    if (known === undefined) first.set(wordCode, device)
    else
      check(
        'status',
        known.deviceStatus === deviceStatus,
        `${wordCode}: ${known.view} ${known.deviceStatus}, ${view} ${deviceStatus}`,
      )
    check('green', (tone === 'ok') === (deviceStatus === 'online'), `${wordCode}: ${view} ${deviceStatus} is ${tone}`)
  }
  const isOnline = (wordCode: string) => first.get(wordCode)?.deviceStatus === 'online'
  const byName = new Map(
    devices
      .filter(({ view }) => view === 'devices')
      .map(({ wordCode, text }) => [text.split(` ${wordCode}`)[0], wordCode]),
  )
  for (const { view, text } of incidents) {
    // The row of an incident names its device and does not link it.
    const wordCode = byName.get(/(\p{L}+ \d+) está sem contato/u.exec(text)?.[1])
    if (wordCode !== undefined) check('embraced', !isOnline(wordCode), `${wordCode}: ${view} ${text}`)
  }
  for (const wordCode of incidentPage?.failing ?? [])
    check('embraced', !isOnline(wordCode), `${wordCode}: incident ${incidentPage?.id}`)
  for (const place of placesDown(incidents))
    for (const { wordCode, text, deviceStatus } of devices.filter(({ view }) => view === 'devices'))
      if (text.includes(`${place} `) || text.endsWith(place))
        check('embraced', deviceStatus !== 'online', `${wordCode}: ${place} does not answer`)
}

/** The names of the condominiums that do not answer at all. */
function placesDown(incidents: readonly IncidentOnScreen[]): Set<string> {
  return new Set(incidents.flatMap(({ text }) => /(\p{L}+ \d+) inteir[oa] está sem contato/u.exec(text)?.[1] ?? []))
}

function checkIncidents({ incidents, incidentPage }: ViewsOnScreen, now: number, check: Check): void {
  const first = new Map<string, IncidentOnScreen>()
  for (const incident of incidents) {
    const { view, id, tone, care, age, text } = incident
    check('red', care === 'nobody' || tone !== 'bad', `${view}: ${text} is red`)
    check('green', tone !== 'ok', `${view}: ${text} is green`)
    const known = first.get(id)
    if (id === '') continue
    if (known === undefined) {
      first.set(id, incident)
      continue
    }
    // The handover has clock times, as on paper.
    if (known.age !== '' && age !== '')
      check('since', known.age === age, `${id}: ${known.view} ${known.age}, ${view} ${age}`)
    check('red', known.care === care && known.tone === tone, `${id}: ${known.view} ${known.care}, ${view} ${care}`)
  }
  if (incidentPage === null || incidentPage.since === '') return
  const { id, since, firstNoteAt, hasGreenMoment } = incidentPage
  const row = first.get(id)
  if (row !== undefined && firstNoteAt !== '')
    check(
      'since',
      agesOf(now - Date.parse(firstNoteAt)).includes(row.age),
      `${id}: ${row.age}, first note ${firstNoteAt}`,
    )
  check('since', firstNoteAt === '' || since <= firstNoteAt, `${id}: Desde ${since}, first note ${firstNoteAt}`)
  check('green', !hasGreenMoment || !first.has(id), `${id}: nobody knows whether it is over`)
}

/** The texts that an age may have; ages on screen are up to two seconds old. */
function agesOf(ageMs: number): string[] {
  return [0, 2_000].map((lateMs) => sinceText(ageMs - lateMs))
}

function checkSentences(views: ViewsOnScreen, check: Check): void {
  const { situation, wall, devices } = views
  const listed = views.incidents.filter(({ view }) => view === 'incidents')
  const stopped = devices.filter(({ view, deviceStatus }) => view !== 'maintenance' && isStopped(deviceStatus))
  const trouble = [...listed.map(({ text }) => text), ...stopped.map(({ view, wordCode }) => `${view} ${wordCode}`)]
  for (const [name, { text, tone }] of Object.entries({ situation, wall })) {
    check('allWell', !/^Tudo responde/.test(text) || trouble.length === 0, `${name}: ${text} But: ${trouble[0]}`)
    check('green', tone !== 'ok' || trouble.length === 0, `${name}: ${text} is green. But: ${trouble[0]}`)
    const isAllSilenced = listed.length > 0 && listed.every(({ care }) => care === 'silenced')
    if (name === 'wall') check('red', tone !== 'bad' || !isAllSilenced, `${name}: ${text} is red, all are silenced`)
    const [, count] = /(\d+) ocorrências\. A pior/.exec(text) ?? []
    const calling = listed.filter(({ care }) => care !== 'silenced').length
    if (count !== undefined) check('counts', Number(count) === calling, `${name}: ${text} But ${calling} call`)
  }
}

function checkCounts({ devices, filterCounts, placeCounts, wall }: ViewsOnScreen, check: Check): void {
  const rowsOf = (view: string) => devices.filter((device) => device.view === view)
  const listed = rowsOf('devices')
  if (filterCounts.size > 0) {
    const all = filterCounts.get('Todos')
    check('counts', all === listed.length, `list: Todos ${all}, rows ${listed.length}`)
    const options = rowsOf('search').length
    check('counts', all === options, `list: Todos ${all}, options of the search ${options}`)
    for (const [status, { label }] of Object.entries(deviceStatuses)) {
      const rows = listed.filter(({ deviceStatus }) => deviceStatus === status).length
      check(
        'counts',
        (filterCounts.get(label) ?? 0) === rows,
        `list: ${label} ${filterCounts.get(label)}, rows ${rows}`,
      )
    }
  }
  const here = rowsOf('condominium')
  for (const [status, count] of placeCounts) {
    const rows = here.filter(({ deviceStatus }) => status === 'all' || deviceStatus === status).length
    check('counts', count === rows, `condominium: ${status} ${count}, rows ${rows}`)
  }
  const [, online, total] = /(\d+) de (\d+) dispositivos online/.exec(wall.detail) ?? []
  if (online === undefined || listed.length === 0 || listed.some(({ deviceStatus }) => deviceStatus === 'unknown'))
    return
  const active = listed.filter(({ deviceStatus }) => deviceStatus !== 'inactive')
  check('counts', Number(total) === active.length, `wall: ${total} devices, list ${active.length}`)
  // The server does not know the circuits of this panel.
  const ofPanel = active.filter(({ deviceStatus }) => !['online', 'offline'].includes(deviceStatus)).length
  const surely = active.filter(({ deviceStatus }) => deviceStatus === 'online').length
  check(
    'counts',
    surely <= Number(online) && Number(online) <= surely + ofPanel,
    `wall: ${online} online, list ${surely}`,
  )
}

/** While a device is tested, or without contact to it, its page has another cause than its incident. */
const sameCause: readonly string[] = ['open', 'offline', 'failing']

function checkAdvice({ incidents, incidentPage, devicePage, devices }: ViewsOnScreen, check: Check): void {
  const { wordCode, steps } = devicePage
  const own = devices.find((device) => device.view === 'devices' && device.wordCode === wordCode)
  const isDown = [...placesDown(incidents)].some(
    (place) => own?.text.endsWith(place) || own?.text.includes(`${place} `),
  )
  if (isDown) check('cable', !steps.some((step) => /cabo|tomada|a luz d/.test(step)), `${wordCode}: ${steps[0]}`)
  if (
    !incidentPage?.failing.includes(wordCode) ||
    incidentPage.steps === null ||
    own === undefined ||
    !sameCause.includes(own.deviceStatus)
  )
    return
  const [ofDevice, ofIncident] = [steps, incidentPage.steps].map((each) => each[0])
  check('advice', ofDevice === ofIncident, `${wordCode}: ${ofDevice} Incident: ${ofIncident}`)
}

/** Whether the time of day has passed within the last 12 hours. */
function isOver(clock: string, now: number): boolean {
  const at = new Date(now)
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  at.setHours(hours, minutes, seconds, 0)
  const agoMs = now - at.getTime()
  return agoMs > 2_000 && agoMs < 12 * 3_600_000
}

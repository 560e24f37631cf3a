import { deviceStatuses, isStopped } from '../../contract/devices/device-status.ts'
import { sinceText } from '../../contract/texts/time-texts.ts'
import type { Condominium } from '../../contract/wire/answers/condominiums.ts'
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
  movement: 'Movement has a colour outside the header search (STATE-4).',
  hidden: 'A selected condominium hides alarms of others (STATE-6).',
  scope: 'Views are about different condominiums, or not about the selected one (LIVE-6).',
  connection: 'The connection is shown otherwise than in another view, or than it is (STATE-8).',
  unsent: 'A text says of a request that was never sent that it may have arrived (STATE-8).',
  rate: 'A rate per hour is shown for less than an hour, or is wrong (STATE-7).',
  deactivated: 'A view hides deactivated devices (STATE-3).',
  oscillating: 'The advice for a device that falls and returns is that of a lasting failure (STATE-5).',
  ended: 'An ended incident is shown as in care (STATE-7).',
} as const

export type Rule = keyof typeof rules

export interface Contradiction {
  rule: Rule
  text: string
}

/** Facts with which the views are compared. */
interface Moment {
  /** Milliseconds since the epoch. */
  now: number
  /**
   * Whether every service is reachable. Only then are the wall, the handover and the load page compared, because they send their own calls.
   */
  isQuiet: boolean
  /** Whether the computer has no network. */
  isOffline: boolean
  /** The condominium that the person has selected, or null. */
  selected: Condominium | null
  deviceOf: (wordCode: string) => { name: string; condominiumId: string } | undefined
}

/** The contradictions of one moment, and how many pairs of claims were compared. */
export function contradictionsIn(all: ViewsOnScreen, moment: Moment): { found: Contradiction[]; comparisons: number } {
  const { now, isQuiet } = moment
  const views = isQuiet ? all : withoutOwnCalls(all)
  const found: Contradiction[] = []
  let comparisons = 0
  const check = (rule: Rule, isConsistent: boolean, text: string) => {
    comparisons += 1
    if (!isConsistent) found.push({ rule, text })
  }
  checkStatuses(views, check)
  checkIncidents(views, now, check)
  checkSentences(views, moment, check)
  checkCounts(views, moment, check)
  checkMovement(views, check)
  checkDeactivated(views, check)
  checkSelection(views, moment, check)
  checkAdvice(views, moment, check)
  checkConnection(views, moment, check)
  checkLoad(views, check)
  for (const { view, text } of views.ended) check('ended', !/está cuidando/.test(text), `${view}: ${text}`)
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
    load: { verdict: '', rows: [] },
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
    // The row of an incident names its device, but has no link to the device.
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
    const isGate = text.includes('Portão aberto além do tempo')
    check('green', !isGate || text.includes('Não sabemos se ainda está aberto'), `${view}: ${text}`)
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
  if (row !== undefined && row.age !== '' && firstNoteAt !== '')
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

function checkSentences(views: ViewsOnScreen, { selected, deviceOf }: Moment, check: Check): void {
  const { situation, wall, devices } = views
  const listed = views.incidents.filter(({ view }) => view === 'incidents')
  const stopped = devices.filter(({ view, deviceStatus }) => view !== 'maintenance' && isStopped(deviceStatus))
  const isSpokenOf = (name: string, wordCode: string) =>
    name === 'wall' || selected === null || deviceOf(wordCode)?.condominiumId === selected.id
  const hidden = views.hidden.get('dashboard') ?? 0
  for (const [name, { text, tone }] of Object.entries({ situation, wall })) {
    const spokenOf = stopped.filter(({ wordCode }) => isSpokenOf(name, wordCode))
    const trouble = [...listed.map((each) => each.text), ...spokenOf.map(({ view, wordCode }) => `${view} ${wordCode}`)]
    check('allWell', !/^Tudo responde/.test(text) || trouble.length === 0, `${name}: ${text} But: ${trouble[0]}`)
    check('green', tone !== 'ok' || trouble.length === 0, `${name}: ${text} is green. But: ${trouble[0]}`)
    const isAllSilenced = hidden === 0 && listed.length > 0 && listed.every(({ care }) => care === 'silenced')
    if (name === 'wall') check('red', tone !== 'bad' || !isAllSilenced, `${name}: ${text} is red, all are silenced`)
    const [, count] = /(\d+) ocorrências\. A pior/.exec(text) ?? []
    const calling = callingIn(views, 'incidents') + (name === 'wall' ? hidden : 0)
    if (count !== undefined) check('counts', Number(count) === calling, `${name}: ${text} But ${calling} call`)
  }
}

function callingIn({ incidents }: ViewsOnScreen, ofView: string): number {
  return incidents.filter(({ view, care }) => view === ofView && care !== 'silenced').length
}

/** Checks the line 'N ocorrências em outros condomínios', and the pages that show only the selected condominium. */
function checkSelection(views: ViewsOnScreen, { isQuiet, selected, deviceOf }: Moment, check: Check): void {
  const { selectedName, hidden, menuCount, devices, incidents, placeIncidents } = views
  const name = selected?.name ?? ''
  check('scope', selectedName === name, `header: ${selectedName}, selected ${name}`)
  for (const [view, text] of views.texts) {
    const [scope] = /^(?:Painel|Ocorrências) (?:Todos os seus condomínios|Edifício \d+)/.exec(text) ?? []
    if (scope !== undefined)
      check('scope', scope.endsWith(name === '' ? 'Todos os seus condomínios' : ` ${name}`), `${view}: ${scope}`)
  }
  if (selected !== null)
    for (const { view, wordCode } of devices.filter((each) => each.view === 'devices' || each.view === 'dashboard'))
      check('scope', deviceOf(wordCode)?.condominiumId === selected.id, `${view}: ${wordCode}, selected ${name}`)
  const here = callingIn(views, 'incidents')
  for (const [view, count] of hidden)
    check('hidden', here + count === menuCount, `${view}: ${here} here, ${count} elsewhere, ${menuCount} in the menu`)
  const ofPlaces = placeIncidents.reduce((sum, { count }) => sum + count, 0)
  check('counts', ofPlaces === menuCount, `condominiums: ${ofPlaces} incidents, ${menuCount} in the menu`)
  if (!(isQuiet && incidents.some(({ view }) => view === 'handover'))) return
  const handed = callingIn(views, 'handover')
  check('hidden', handed === menuCount, `handover: ${handed} incidents, ${menuCount} in the menu`)
}

function checkMovement({ figures, placeIncidents }: ViewsOnScreen, check: Check): void {
  for (const { text, tones } of placeIncidents) check('movement', tones.length === 0, `condominiums: ${text}`)
  for (const { label, tone } of figures.filter((each) => /movimento$/i.test(each.label)))
    check('movement', tone !== 'ok' && tone !== 'bad', `${label} is ${tone}`)
}

function checkDeactivated({ situation, figures, devices }: ViewsOnScreen, check: Check): void {
  const listed = devices.filter(({ view }) => view === 'devices')
  // Without contact the status of a deactivated device is unknown, too.
  if (listed.some(({ deviceStatus }) => deviceStatus === 'unknown')) return
  const inactive = listed.filter(({ deviceStatus }) => deviceStatus === 'inactive').length
  check('deactivated', inactive === 0 || !/em uso ainda/.test(situation.text), `situation: ${situation.text}`)
  for (const { label, text } of figures.filter((each) => each.label === 'Dispositivos online')) {
    const [, total, deactivated = 0] = /^de (\d+)(?:, (\d+) desativados?)?(?:,|$)/.exec(text) ?? []
    if (total === undefined || listed.length === 0) continue
    check('deactivated', Number(deactivated) === inactive, `${label}: ${text}, list: ${inactive} deactivated`)
    check('counts', Number(total) === listed.length - inactive, `${label}: ${text}, rows ${listed.length}`)
  }
}

function checkConnection(views: ViewsOnScreen, { isOffline }: Moment, check: Check): void {
  const { text, tone, spoken } = views.connection
  check('connection', /sem rede/i.test(text) === isOffline, `header: ${text}, offline: ${isOffline}`)
  check('connection', /sem rede/.test(spoken) === isOffline, `header, spoken: ${spoken}, offline: ${isOffline}`)
  const isConnected = text === 'Conectado'
  check('green', (tone === 'ok') === isConnected, `header: ${text} is ${tone}`)
  if (!isOffline)
    for (const { label, value } of views.figures.filter((each) => each.label === 'Eventos em tempo real'))
      check('connection', (value === 'Ao vivo') === isConnected, `header: ${text}, ${label}: ${value}`)
  if (isOffline)
    for (const [view, page] of views.texts) {
      const [claim] = /pode (?:já )?ter chegado|O servidor não respondeu/.exec(page) ?? []
      check('unsent', claim === undefined, `${view}: ${claim}`)
    }
}

/** Rates of the load page; its times are to the minute. */
function checkLoad({ load: { verdict, rows } }: ViewsOnScreen, check: Check): void {
  for (const { from, to, calls, rate } of rows) {
    const hours = (to - from) / 3_600_000
    const [, count] = /^(\d+) em (?:menos de )?\d+ min$/.exec(rate) ?? []
    if (hours < 1) check('rate', count === `${calls}`, `${rate} for ${hours} h, ${calls} calls`)
    else check('rate', isRateOf(Number(rate.replace(',', '.')), calls, hours), `${rate}: ${calls} in ${hours} h`)
  }
  const isShort = rows.length > 0 && rows.every(({ from, to }) => to - from < 3_600_000)
  check('rate', !(isShort && /chamadas por hora/.test(verdict)), verdict)
}

/** Whether a rate with one decimal place is right. `hours` is the difference of two times without seconds. */
function isRateOf(rate: number, calls: number, hours: number): boolean {
  return calls / (hours + 1 / 60) - 0.05 <= rate && rate <= calls / (hours - 1 / 60) + 0.05
}

function checkCounts(
  { devices, filterCounts, placeCounts, wall }: ViewsOnScreen,
  { selected, deviceOf }: Moment,
  check: Check,
): void {
  const rowsOf = (view: string) => devices.filter((device) => device.view === view)
  const listed = rowsOf('devices')
  const found = rowsOf('search')
  if (filterCounts.size > 0) {
    const all = filterCounts.get('Todos')
    check('counts', all === listed.length, `list: Todos ${all}, rows ${listed.length}`)
    const options = found.filter(
      ({ wordCode }) => selected === null || deviceOf(wordCode)?.condominiumId === selected.id,
    ).length
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
  if (online === undefined || found.length === 0 || found.some(({ deviceStatus }) => deviceStatus === 'unknown')) return
  const active = found.filter(({ deviceStatus }) => deviceStatus !== 'inactive')
  check('counts', Number(total) === active.length, `wall: ${total} devices, search ${active.length}`)
  // The server does not know the circuits of this panel.
  const ofPanel = active.filter(({ deviceStatus }) => !['online', 'offline'].includes(deviceStatus)).length
  const surely = active.filter(({ deviceStatus }) => deviceStatus === 'online').length
  check(
    'counts',
    surely <= Number(online) && Number(online) <= surely + ofPanel,
    `wall: ${online} online, search ${surely}`,
  )
}

/** Statuses in which the page of a device has the same cause as its incident: not during a test, and not without contact to the server. */
const sameCause: readonly string[] = ['open', 'offline', 'failing']

function checkAdvice(
  { incidents, incidentPage, devicePage, devices }: ViewsOnScreen,
  { deviceOf }: Moment,
  check: Check,
): void {
  const { wordCode, steps } = devicePage
  const own = devices.find((device) => device.view === 'devices' && device.wordCode === wordCode)
  const isDown = [...placesDown(incidents)].some(
    (place) => own?.text.endsWith(place) || own?.text.includes(`${place} `),
  )
  if (isDown) check('cable', !steps.some((step) => /cabo|tomada|a luz d/.test(step)), `${wordCode}: ${steps[0]}`)
  const row = incidents.find((each) => each.view === 'incidents' && each.id === incidentPage?.id)?.text ?? ''
  const found = devices.filter(({ view }) => view === 'search')
  const named = found.find((each) => row.endsWith(` · ${deviceOf(each.wordCode)?.name}`))
  if (/Oscilando/.test(row) && ['online', ...sameCause].includes(named?.deviceStatus ?? '')) {
    const [first = 'no steps'] = incidentPage?.steps ?? []
    check('oscillating', /cai e volta/.test(first), `${named?.wordCode}: ${first}`)
  }
  const status = found.find((device) => device.wordCode === wordCode)?.deviceStatus ?? ''
  if (!sameCause.includes(status)) return
  check('advice', steps.length > 0, `${wordCode}: no steps`)
  const isOfDevice = /sem contato|Oscilando/i.test(row) && named?.wordCode === wordCode
  if (!(isOfDevice || incidentPage?.failing.includes(wordCode)) || !incidentPage?.steps) return
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

import { type DeviceStatus, deviceStatuses, deviceStatusOrder } from '../../contract/devices/device-status.ts'
import {
  elementsIn,
  itemsIn,
  labelled,
  linkedId,
  type ReadElement,
  type ToneOnScreen,
  textOf,
  toneOf,
} from './markup.ts'
import type { RenderedViews, Visit } from './screen.tsx'

export interface Sentence {
  tone: ToneOnScreen
  text: string
}

/** One line of the load page, with the rate as shown; times in milliseconds since the epoch. */
export interface LoadOnScreen {
  from: number
  to: number
  calls: number
  rate: string
}

export interface MetricOnScreen extends Sentence {
  label: string
  value: string
}

/** One device in one view. */
export interface DeviceOnScreen extends Sentence {
  view: string
  wordCode: string
  deviceStatus: DeviceStatus
}

/** One open incident in one view; `text` is the text of its row. */
export interface IncidentOnScreen extends Sentence {
  view: string
  /** '' on the wall, which has no links. */
  id: string
  /** The device that the row leads to, or ''. */
  wordCode: string
  /** 'há 3 minutos', or ''. */
  age: string
  care: 'nobody' | 'claimed' | 'silenced'
}

/** The claims that are compared with the world. */
export interface Screen {
  situation: Sentence
  figures: MetricOnScreen[]
  /** The rows of the device list. */
  devices: DeviceOnScreen[]
}

/** The claims of all views at one moment. */
export interface ViewsOnScreen {
  situation: Sentence
  figures: readonly MetricOnScreen[]
  wall: Sentence & { detail: string }
  /** The pill in the header, and what a screen reader speaks. */
  connection: Sentence & { spoken: string }
  /** The name of the selected condominium in the header, or ''. */
  selectedName: string
  /** For each view: the stated number of alarms at other condominiums; 0 if the view states no number. */
  hidden: ReadonlyMap<string, number>
  /** The number beside the menu entry of the incidents. */
  menuCount: number
  /** For each row of the condominiums' page: the number of incidents, the text of the row and its colours. */
  placeIncidents: readonly { count: number; text: string; tones: readonly ToneOnScreen[] }[]
  /** The rows of ended incidents. */
  ended: readonly { view: string; text: string }[]
  load: { verdict: string; rows: readonly LoadOnScreen[] }
  devices: DeviceOnScreen[]
  incidents: IncidentOnScreen[]
  /** Counts of the filter of the device list, by its words; `Todos` counts all. */
  filterCounts: ReadonlyMap<string, number>
  /** Counts that the condominium's page states about its devices, by status. */
  placeCounts: ReadonlyMap<DeviceStatus | 'all', number>
  devicePage: { wordCode: string; steps: readonly string[] }
  incidentPage: {
    id: string
    /** ISO times; '' if the page shows no time. */
    since: string
    firstNoteAt: string
    /** Null if the page shows no steps. */
    steps: readonly string[] | null
    /** The devices that the page lists without contact. */
    failing: readonly string[]
    hasGreenMoment: boolean
  } | null
  /** The whole text of each view. */
  texts: ReadonlyMap<string, string>
}

const statusByLabel = new Map(deviceStatusOrder.map((each) => [deviceStatuses[each].label, each]))
const overSections = ['Anteriores', 'Terminaram']

/** Reads the claims of all views by labels, links and texts. */
export function readViews(views: RenderedViews, visit: Visit): ViewsOnScreen {
  const { dashboard, devices, device, condominium, incidents, incident, handover, search, wall, maintenance } = views
  const { aroundPage, condominiums, connection, load, menu, selection } = views
  const rows = { dashboard, devices, condominium }
  const withIncidents = { dashboard, device, condominium, incidents, handover, ...(incident && { incident }) }
  const pages = { ...rows, ...withIncidents, search, wall, condominiums, connection, load }
  return {
    situation: situationIn(dashboard),
    figures: metricsIn(dashboard),
    wall: wallIn(wall),
    connection: connectionIn(connection),
    selectedName: elementsIn(selection).find(({ name }) => name === 'input')?.attributes.value ?? '',
    hidden: new Map(Object.entries({ dashboard, aroundPage, incidents }).map(([view, root]) => [view, hiddenIn(root)])),
    menuCount: Number.parseInt(textOf(menu), 10) || 0,
    placeIncidents: itemsIn(condominiums).map((item) => {
      const text = textOf(item)
      const tones = elementsIn(item).flatMap((each) => toneOf(each) ?? [])
      return { count: Number(/(\d+) ocorrências?/.exec(text)?.[1] ?? 0), text, tones }
    }),
    ended: Object.entries(withIncidents).flatMap(([view, root]) =>
      endedItemsIn(root).map((item) => ({ view, text: textOf(item) })),
    ),
    load: loadIn(load),
    devices: [
      ...Object.entries(rows).flatMap(([view, root]) => (isLastKnown(view, root) ? [] : deviceRowsIn(view, root))),
      ...deviceOptionsIn(search),
      ...verdictIn(device, visit.wordCode),
      ...maintenanceIn(maintenance, visit.wordCode),
    ],
    incidents: [
      ...Object.entries(withIncidents).flatMap(([view, root]) => incidentRowsIn(view, root)),
      ...wallIncidentsIn(wall),
    ],
    filterCounts: filterCountsIn(devices),
    placeCounts: placeCountsIn(condominium),
    devicePage: { wordCode: visit.wordCode, steps: stepsIn(device) ?? [] },
    incidentPage: incident && incidentPageIn(incident, visit.incidentId ?? ''),
    texts: new Map([
      ...Object.entries(pages).map(([view, root]): [string, string] => [view, textOf(root)]),
      ['maintenance', maintenance],
    ]),
  }
}

/** Reads the dashboard and the list of devices; the list may be left out. */
export function readScreen(dashboard: ReadElement, devices: ReadElement | null): Screen {
  return {
    situation: situationIn(dashboard),
    figures: metricsIn(dashboard),
    devices: devices === null ? [] : deviceRowsIn('devices', devices),
  }
}

/** Whether the dashboard marks its troubles as not current (PAGE-1). */
function isLastKnown(view: string, root: ReadElement): boolean {
  const [section] = view === 'dashboard' ? labelled(root, 'Precisa de atenção') : []
  const note = section && elementsIn(section).find(({ name }) => name === 'p')
  return /sem contato com|sem rede|não responde$/.test(textOf(note))
}

/** The devices among the rows of a view. */
function deviceRowsIn(view: string, root: ReadElement): DeviceOnScreen[] {
  return itemsIn(root).flatMap((item) => {
    const wordCode = linkedId(item, 'devices')
    const word = linkedId(item, 'incidents') === undefined ? statusWordIn(item) : undefined
    return wordCode === undefined || word === undefined ? [] : [claimOf(view, wordCode, word, textOf(item))]
  })
}

function claimOf(view: string, wordCode: string, word: ReadElement, text: string): DeviceOnScreen {
  const deviceStatus = statusByLabel.get(textOf(word)) ?? 'unknown'
  return { view, wordCode, deviceStatus, tone: toneOf(word) ?? 'neutral', text }
}

/** The first element that consists of the word of a status. */
function statusWordIn(root: ReadElement): ReadElement | undefined {
  return elementsIn(root).find(({ children: [text, ...others] }) => {
    return typeof text === 'string' && others.length === 0 && statusByLabel.has(text)
  })
}

function verdictIn(page: ReadElement, wordCode: string): DeviceOnScreen[] {
  const word = statusWordIn(page)
  return word === undefined ? [] : [claimOf('device', wordCode, word, textOf(word.parent ?? word))]
}

function deviceOptionsIn(search: ReadElement): DeviceOnScreen[] {
  return elementsIn(search)
    .filter(({ attributes }) => attributes.role === 'option')
    .flatMap((option) => {
      const text = textOf(option)
      for (const part of elementsIn(option)) {
        const [label = '', ...others] = textOf(part).split(' · ')
        const deviceStatus = statusByLabel.get(label)
        if (deviceStatus === undefined || others.length < 2) continue
        const mark = elementsIn(option).find(({ name }) => name === 'svg')
        const tone = toneOf(mark ?? null) ?? 'neutral'
        return [{ view: 'search', wordCode: others.at(-1) ?? '', deviceStatus, tone, text }]
      }
      return []
    })
}

function maintenanceIn(text: string, wordCode: string): DeviceOnScreen[] {
  const deviceStatus = statusByLabel.get(/^Situação às .*: (.+)$/m.exec(text)?.[1] ?? '')
  if (deviceStatus === undefined) return []
  return [{ view: 'maintenance', wordCode, deviceStatus, tone: deviceStatuses[deviceStatus].tone, text }]
}

function connectionIn(root: ReadElement): Sentence & { spoken: string } {
  const all = elementsIn(root)
  const pill = all.find((each) => toneOf(each) !== null)
  const spoken = textOf(all.find(({ attributes }) => attributes.role === 'status'))
  return { tone: toneOf(pill ?? null) ?? 'neutral', text: textOf(pill), spoken }
}

function hiddenIn(root: ReadElement): number {
  const texts = elementsIn(root)
    .filter(({ name }) => name === 'a' || name === 'button')
    .map(textOf)
  return Number(texts.flatMap((text) => /^(\d+) .+ em outros? condomínios?/.exec(text)?.[1] ?? [])[0] ?? 0)
}

/** The lines of the load page. A line for one person of a shift has the period of the line above. */
function loadIn(page: ReadElement): ViewsOnScreen['load'] {
  const [head = [], ...lines] = elementsIn(page)
    .filter(({ name }) => name === 'tr')
    .map(cellsIn)
  let period = { from: Number.NaN, to: Number.NaN }
  const rows = lines.map((line) => {
    const [from, to] = timesIn(line[head.indexOf('Turno')] ?? '')
    if (from !== undefined && to !== undefined) period = { from, to }
    return { ...period, calls: Number(line[head.indexOf('Chamadas')]), rate: line[head.indexOf('Por hora')] ?? '' }
  })
  return {
    verdict: textOf(elementsIn(page).find(({ name }) => name === 'strong')),
    rows: rows.filter(({ calls }) => !Number.isNaN(calls)),
  }
}

/** The texts of the cells of a line; a cell over two columns counts twice. */
function cellsIn(line: ReadElement): string[] {
  return line.children.flatMap((cell) =>
    typeof cell === 'string' ? [] : Array<string>(Number(cell.attributes.colspan ?? 1)).fill(textOf(cell)),
  )
}

/** The times in a text such as '22/11/2026, 18:00', in milliseconds since the epoch. */
function timesIn(text: string): number[] {
  return [...text.matchAll(/(\d\d)\/(\d\d)\/(\d{4}), (\d\d:\d\d)/g)].map(([, day, month, year, clock]) =>
    new Date(`${year}-${month}-${day}T${clock}`).getTime(),
  )
}

function endedItemsIn(root: ReadElement): ReadElement[] {
  return overSections.flatMap((label) => labelled(root, label)).flatMap(itemsIn)
}

function incidentRowsIn(view: string, root: ReadElement): IncidentOnScreen[] {
  const over = new Set(endedItemsIn(root))
  return itemsIn(root).flatMap((item) => {
    const id = linkedId(item, 'incidents')
    return id === undefined || over.has(item) ? [] : [incidentOf(view, id, item)]
  })
}

function wallIncidentsIn(wall: ReadElement): IncidentOnScreen[] {
  return labelled(wall, 'Ocorrências')
    .flatMap(itemsIn)
    .map((item) => incidentOf('wall', '', item))
}

function incidentOf(view: string, id: string, item: ReadElement): IncidentOnScreen {
  const text = textOf(item)
  const [age = ''] = /há (?:menos de 1 minuto|\d+ \p{L}+)/u.exec(text) ?? []
  const isSilenced = /Silenciad[ao] até/.test(text)
  const care = isSilenced ? 'silenced' : /(?<!Ninguém )está cuidando/.test(text) ? 'claimed' : 'nobody'
  return { view, id, wordCode: linkedId(item, 'devices') ?? '', text, age, care, tone: toneOf(item) ?? 'neutral' }
}

function situationIn(dashboard: ReadElement): Sentence {
  return sentenceOf(elementsIn(dashboard).find((each) => toneOf(each) !== null))
}

function sentenceOf(band: ReadElement | undefined): Sentence {
  if (band === undefined) return { tone: 'neutral', text: '' }
  const text = textOf(elementsIn(band).find(({ name }) => name === 'p'))
  return { tone: toneOf(band) ?? 'neutral', text }
}

function wallIn(wall: ReadElement): Sentence & { detail: string } {
  const band = elementsIn(wall).find((each) => toneOf(each) !== null)
  return { ...sentenceOf(band), detail: textOf(band) }
}

/** The metrics of the dashboard: a label, a value and a detail each. */
function metricsIn(dashboard: ReadElement): MetricOnScreen[] {
  return labelled(dashboard, 'Números').flatMap((section) =>
    elementsIn(section)
      .filter(({ attributes }) => attributes.title !== undefined)
      .map((figure) => {
        const [label, value, detail] = elementsIn(figure)
          .filter(({ name }) => name === 'span')
          .map(textOf)
        return { label: label ?? '', value: value ?? '', text: detail ?? '', tone: toneOf(figure) ?? 'neutral' }
      }),
  )
}

function filterCountsIn(devices: ReadElement): Map<string, number> {
  const counts = new Map<string, number>()
  for (const filter of labelled(devices, 'Filtrar por estado'))
    for (const link of elementsIn(filter)) {
      const [, word, count] = /^(.+?) ([\d.]+)$/.exec(link.name === 'a' ? textOf(link) : '') ?? []
      if (word !== undefined) counts.set(word, Number(count?.replaceAll('.', '')))
    }
  return counts
}

function placeCountsIn(condominium: ReadElement): Map<DeviceStatus | 'all', number> {
  const counts = new Map<DeviceStatus | 'all', number>()
  const [section] = labelled(condominium, 'Dispositivos')
  const summary = section && elementsIn(section).find(({ name }) => name === 'p')
  const text = textOf(summary).replace(/(\d+) de \d+ online/, '$1 online')
  for (const [, count, word = ''] of text.matchAll(/(\d+) (\p{L}+(?: \p{L}+)?)/gu)) {
    const status = deviceStatusOrder.find((each) => word.startsWith(deviceStatuses[each].label.toLowerCase()))
    if (status !== undefined) counts.set(status, Number(count))
    else if (word.startsWith('dispositivo')) counts.set('all', Number(count))
  }
  return counts
}

function stepsIn(page: ReadElement): string[] | null {
  const [list] = labelled(page, 'O que fazer').filter(({ name }) => name === 'ol')
  return list === undefined ? null : itemsIn(list).map(textOf)
}

function incidentPageIn(page: ReadElement, id: string): ViewsOnScreen['incidentPage'] {
  const all = elementsIn(page)
  const term = all.find(({ name, children }) => name === 'dt' && children[0] === 'Desde')
  const timeIn = (root: ReadElement | null | undefined) =>
    (root && elementsIn(root).find(({ name }) => name === 'time'))?.attributes.datetime ?? ''
  const devices = labelled(page, 'Dispositivos').flatMap(itemsIn)
  return {
    id,
    since: timeIn(term?.parent),
    firstNoteAt: timeIn(labelled(page, 'O que aconteceu').flatMap(itemsIn)[0]),
    steps: stepsIn(page),
    failing: devices
      .filter((each) => /Sem contato/.test(textOf(each)))
      .flatMap((each) => linkedId(each, 'devices') ?? []),
    hasGreenMoment: devices.some((each) => /Aconteceu/.test(textOf(each)) && toneOf(each) === 'ok'),
  }
}

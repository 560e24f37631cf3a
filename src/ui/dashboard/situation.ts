import { isStopped } from '../../../contract/devices/device-status.ts'
import { contactTexts, cutOffText } from '../../../contract/devices/panel-contact.ts'
import { callingAmong, type Isolated } from '../../../contract/incidents/incident-order.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import { sinceText } from '../../../contract/texts/time-texts.ts'
import type { HealthDetails } from '../../../contract/wire/answers/devices/health.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { healthTimes } from '../../machines/health/health-protocol.ts'
import { eventView } from '../event-feed/event-kinds.ts'
import { incidentSentences, ownerText } from '../incidents/incident-texts.ts'
import type { Connection } from '../socket/socket-hooks.ts'
import { askedSituation, stalledText, unknownDevices, wrongServerClock } from './asked-situation.ts'
import type { Tone } from './tone.ts'
import type { Trouble } from './troubles.ts'

/** Overall situation in one sentence (PAGE-1). */
export interface Situation {
  tone: Tone
  isAsking: boolean
  text: string
  /** Additional sentences, or ''. */
  detail: string
  /** Time of the check behind the text, on the server's clock, in milliseconds since the epoch, or null. */
  checkedAt: number | null
  /** Condominium that `text` may name, for a link (ALERT-2), or absent. */
  placeId?: string | null | undefined
  /** Set if nothing is wrong and a person has isolated a device. */
  isIsolated?: true
}

export interface SituationFacts {
  /** Reason why the status of the devices is unknown, or '' (LIVE-1). */
  away: string
  /** Outcome of the last health check. */
  check: 'checking' | 'failed' | 'answered'
  /** Time of the check's answer, on the server's clock, in milliseconds since the epoch, or null. */
  checkedAt: number | null
  /** Devices at that time, or null if unknown. */
  counts: HealthDetails['devices'] | null
  /** The oldest of the server's last checks of devices, or null if unknown. */
  oldestCheckAt: string | null
  isDegraded: boolean
  /** The server reports that its own clock seems to be wrong. */
  isServerClockWrong: boolean
  connection: Connection
  /** Whether the device service has not answered yet, or names of devices in trouble are still loading. */
  isNaming: boolean
  /** Worst first. */
  troubles: readonly Trouble[]
  /** Whether `troubles` is complete. */
  isWhole: boolean
  /** Open incidents, worst first. */
  incidents: readonly Incident[]
  /** Devices that a person has isolated on this computer: their incidents make no headline (STATE-3). */
  isolated: Isolated
  /** Unseen alerts about gates, oldest first; `troubles` covers devices that went offline. */
  alerts: readonly Activity[]
  /** Id of the condominium that the page already names, or null. */
  selectedId: string | null
  /** Returns the name of a condominium, or ''. */
  placeOf: (condominiumId: string) => string
  /** On the server's clock, in milliseconds since the epoch (LIVE-10). */
  serverNow: number
  /** Difference of this computer's clock to the server's, in milliseconds; positive if it is ahead. */
  aheadMs: number
  userId: string
}

/** One and a half check intervals (LIVE-1). */
const oldestMs = 1.5 * healthTimes.checkEveryMs

/** Common part of situations without a statement about devices. */
const withoutDevices = { tone: 'neutral', isAsking: false, detail: '', checkedAt: null } as const

const minuteMs = 60_000
/** Smaller clock differences are not shown. */
const leastMinutes = 2

/** Describes the situation: claims only what is known, and green only what was confirmed by a recent check. */
export function situationOf(facts: SituationFacts): Situation {
  const { away, check, counts, checkedAt, serverNow } = facts
  const calling = callingAmong(facts.incidents, facts.isolated)
  const owner = calling[0] === undefined ? '' : ownerText(calling[0], facts.userId)
  const clock = facts.isServerClockWrong ? wrongServerClock : clockSentence(facts.aheadMs)
  const detail = [owner === '' ? '' : `${owner}.`, clock].filter(Boolean).join(' ')
  const checked = { isAsking: false, detail, checkedAt }
  const wrong = [
    ...incidentSentences(facts.incidents, serverNow, facts.selectedId, facts.isolated),
    ...alertSentences(facts),
    ...deviceSentences(facts),
  ]
  if (away !== '') return { ...withoutDevices, text: `${unknownDevices}: ${away}.` }
  const asking: Situation = { ...withoutDevices, isAsking: true, text: 'Consultando os dispositivos…' }
  if (facts.isNaming && facts.troubles.length === 0) return asking
  if (wrong.length > 0) {
    const isBad = calling.length > 0 || facts.alerts.length > 0 || facts.troubles.some(isOut) || !facts.isWhole
    const [named] = [...calling, ...facts.alerts, ...facts.troubles]
    return { ...checked, tone: isBad ? 'bad' : 'warn', text: wrong.join(' '), placeId: named?.condominiumId }
  }
  if (checkedAt !== null && serverNow - checkedAt > oldestMs)
    return { ...checked, tone: 'neutral', text: `${unknownDevices} agora.` }
  if (check === 'failed')
    return { ...checked, tone: 'neutral', text: `${unknownDevices}: ${contactTexts.healthSilent}.` }
  if (counts === null && check === 'checking') return asking
  if (counts === null) return { ...withoutDevices, text: `${unknownDevices}: ${contactTexts.serviceSilent}.` }
  const stalled = stalledText(facts.oldestCheckAt, serverNow)
  if (stalled !== '') return { ...withoutDevices, text: stalled }
  if (facts.connection === 'failed' || facts.connection === 'reconnecting')
    return { ...checked, tone: 'warn', text: cutOffText }
  if (clock !== '') return { ...checked, tone: 'warn', text: clock, detail: '' }
  if (facts.isDegraded) return { ...checked, tone: 'warn', text: 'O servidor está com problemas. Veja em Saúde.' }
  const asked = askedSituation(counts)
  if (asked.tone !== 'ok') return { ...checked, ...asked }
  const isolated = facts.troubles.filter(({ deviceStatus }) => deviceStatus === 'isolated')
  if (isolated.length > 0)
    return { ...checked, tone: 'neutral', isIsolated: true, text: `${isolatedText(isolated, facts)} O resto responde.` }
  return { ...checked, ...asked }
}

/** Warns about different clocks; the panel cannot know which clock is wrong (INC-1, LIVE-10). */
function clockSentence(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / minuteMs)
  if (minutes < leastMinutes) return ''
  const length = minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
  const word = aheadMs > 0 ? 'adiantado' : 'atrasado'
  return `O relógio deste computador está ${length} ${word} em relação ao do servidor.`
}

function isOut({ deviceStatus }: Trouble): boolean {
  return isStopped(deviceStatus)
}

function* alertSentences({ alerts, placeOf, serverNow }: SituationFacts): Generator<string> {
  const [alert] = alerts
  if (alert === undefined) return
  if (alerts.length > 1) yield `${alerts.length} alertas que ninguém viu ainda.`
  else {
    const place = [alert.deviceName, placeOf(alert.condominiumId)].filter(Boolean).join(', ')
    yield `${eventView(alert).text}: ${place}, ${sinceText(serverNow - Date.parse(alert.at))}.`
  }
}

function* deviceSentences({ troubles, isWhole, counts, placeOf, serverNow }: SituationFacts): Generator<string> {
  const stopped = troubles.filter(isOut)
  const stoppedCount = Math.max(stopped.length, isWhole ? 0 : (counts?.offline ?? 0))
  const failing = troubles.filter(({ deviceStatus }) => deviceStatus === 'failing')
  yield* countSentence(stoppedCount, 'parado', stopped, placeOf, serverNow)
  yield* countSentence(failing.length, 'falhando', failing, placeOf, serverNow)
}

function* countSentence(
  count: number,
  word: 'parado' | 'falhando',
  troubles: readonly Trouble[],
  placeOf: SituationFacts['placeOf'],
  serverNow: number,
): Generator<string> {
  const [first] = troubles
  if (count === 0) return
  if (count === 1 && first !== undefined) {
    const since = first.since === null ? '' : sinceText(serverNow - first.since)
    yield `1 dispositivo ${word}: ${[first.name, placeOf(first.condominiumId), since].filter(Boolean).join(', ')}.`
    return
  }
  const many = `${numberText(count)} dispositivos ${word === 'parado' ? 'parados' : word}`
  const places = new Set(troubles.map(({ condominiumId }) => condominiumId))
  const place = places.size === 1 && first !== undefined ? placeOf(first.condominiumId) : ''
  if (count === 1) yield `1 dispositivo ${word}.`
  else if (place !== '') yield `${many} em ${place}.`
  else yield places.size > 1 && troubles.length === count ? `${many}, em ${places.size} condomínios.` : `${many}.`
}

function isolatedText([first, ...others]: readonly Trouble[], { placeOf }: SituationFacts): string {
  if (first === undefined || others.length > 0) return `${others.length + 1} dispositivos isolados neste computador.`
  return `1 dispositivo isolado neste computador: ${[first.name, placeOf(first.condominiumId)].filter(Boolean).join(', ')}.`
}

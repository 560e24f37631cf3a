import { failuresWithCauseText } from '../../../../contract/evidence/failure-texts.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import type { PortTest } from '../../../../contract/wire/answers/devices/port-tests.ts'
import { breakerRules } from '../../../machines/breaker/breaker-rules.ts'
import type { Ping } from '../../../machines/health/health-protocol.ts'
import { sinceText } from '../../parts/time/time-texts.ts'
import { circuitText, isolationText } from '../circuit/circuit-texts.ts'
import { type CircuitView, nextCallOf } from '../circuit/circuit-view.ts'
import { type DeviceStatus, deviceStatusOf } from './device-status.ts'
import { contactTexts, type PanelContact } from './panel-contact.ts'

const minuteMs = 60_000

export interface VerdictFacts {
  device: Device
  contact: PanelContact
  circuit: CircuitView
  /** Last ping by the server (HEA-2), or null. */
  ping: Ping | null
  /**
   * Time of the server's last report about the device, on the server's clock, in milliseconds since the epoch, or null.
   */
  reportedAt: number | null
  /** End of this panel's last call, on the panel's clock, in milliseconds since the epoch, or null. */
  panelSeenAt: number | null
  portTest: PortTest | null
  /** Panel's clock, in milliseconds since the epoch; for times that the panel recorded (its circuits). */
  now: number
  /** Server's clock, in milliseconds since the epoch; for times that the server recorded (LIVE-10). */
  serverNow: number
}

/** Describes the device's status, its reason and the next attempt, with everything that is known (DEV-6). */
export function deviceVerdict(facts: VerdictFacts): string {
  const { device, circuit, contact } = facts
  return [...sentencesOf[deviceStatusOf(device, circuit, contact !== 'current')](facts)].join(' ')
}

const sentencesOf: Record<DeviceStatus, (facts: VerdictFacts) => Generator<string>> = {
  *unknown(facts) {
    const { device, contact, circuit, now, serverNow } = facts
    if (contact === 'current') yield `Ainda não sabemos como está ${nameOf(device)}: o servidor não o consultou.`
    else yield `Não sabemos como está ${nameOf(device)}: ${contactTexts[contact]}.`
    if (device.lastContactAt !== null) yield `Último contato ${since(device.lastContactAt, serverNow)}.`
    if (circuit.state !== 'CLOSED') yield* circuitSentences(circuit, now, contact)
    else if (contact === 'current') yield* serverSentences(facts)
  },
  *isolated(facts) {
    const { device, circuit, now, contact } = facts
    if (nextCallOf(circuit, now).kind === 'isolated')
      yield `Isolado neste computador ${isolationText(circuit.isolation, now)}: ${circuit.isolation?.reason}. Até lá, daqui nada é enviado a ${nameOf(device)}.`
    else yield `O isolamento de ${nameOf(device)} terminou. ${circuitText(circuit, now, contact)}.`
    if (!device.active) yield 'O dispositivo também está desativado.'
    if (contact !== 'current') yield `Não sabemos como ele está: ${contactTexts[contact]}.`
    else if (device.status !== 'unknown') yield serverStatusTexts[device.status]
  },
  *inactive({ device }) {
    yield `${nameOf(device)} está desativado: o servidor não conta com ele até que alguém o ative.`
  },
  *open(facts) {
    yield contactSentence(facts)
    yield* circuitSentences(facts.circuit, facts.now, facts.contact)
    yield* evidence(facts)
  },
  *halfOpen(facts) {
    const { device, circuit, now, contact } = facts
    if (nextCallOf(circuit, now).kind === 'testing')
      yield `${nameOf(device)} está em teste: a chamada em andamento decide se ele volta ao normal.`
    else yield contactSentence(facts)
    yield* circuitSentences(circuit, now, contact)
    yield* evidence(facts)
  },
  *offline(facts) {
    yield contactSentence(facts)
    if (facts.circuit.failureCount > 0) yield failingSentence(facts.circuit)
    yield* evidence(facts)
  },
  *failing(facts) {
    yield contactSentence(facts)
    yield failingSentence(facts.circuit)
    yield* evidence(facts)
  },
  *online(facts) {
    const { device, circuit, portTest, serverNow } = facts
    const at = device.lastContactAt === null ? '' : `, último contato ${since(device.lastContactAt, serverNow)}`
    const latency = device.latencyMs === null ? '' : `, latência de ${Math.round(device.latencyMs)} ms`
    yield `${nameOf(device)} está online${at}${latency}.`
    if (circuit.failureCount > 0) yield `Antes disso: ${failingSentence(circuit)}`
    if (portTest?.success === false) yield `Mas a rede não respondeu em ${device.ip} no último teste.`
    yield* serverSentences(facts)
  },
}

const serverStatusTexts = { online: 'O servidor o vê online.', offline: 'O servidor o dá como sem contato.' } as const

/** Returns the display name of a device. */
export function nameOf({ name, wordCode }: Pick<Device, 'name' | 'wordCode'>): string {
  return name === '' ? wordCode : name
}

function contactSentence({ device, circuit, serverNow }: VerdictFacts): string {
  // It is unknown whether such a call reached the device.
  if (device.status === 'online' && circuit.lastError === 'no response')
    return `O servidor não respondeu quando este painel chamou ${nameOf(device)}.`
  if (device.status === 'online') return `${nameOf(device)} não responde a este painel.`
  if (device.lastContactAt === null) return `${nameOf(device)} está sem contato: nenhum até agora.`
  if (serverNow - Date.parse(device.lastContactAt) < minuteMs) return `${nameOf(device)} acaba de perder o contato.`
  return `${nameOf(device)} está sem contato ${since(device.lastContactAt, serverNow)}.`
}

function* circuitSentences(circuit: CircuitView, now: number, contact: PanelContact): Generator<string> {
  yield `${failuresWithCauseText(circuit.failureCount, circuit.lastError)}.`
  if (nextCallOf(circuit, now).kind !== 'testing') yield `${circuitText(circuit, now, contact)}.`
}

function failingSentence(circuit: CircuitView): string {
  const failures = failuresWithCauseText(circuit.failureCount, circuit.lastError)
  return `${failures}. Com ${breakerRules.threshold} o dispositivo entra em pausa.`
}

function* evidence(facts: VerdictFacts): Generator<string> {
  const { device, portTest } = facts
  if (portTest !== null)
    yield portTest.success
      ? `A rede responde em ${device.ip}: o dispositivo está ligado.`
      : `A rede não responde em ${device.ip}.`
  yield* serverSentences(facts)
}

/** Adds what the server saw last, and any difference to the panel; omits what is older than the last call (LIVE-7). */
function* serverSentences(facts: VerdictFacts): Generator<string> {
  const { device, circuit, ping, serverNow } = facts
  if (ping?.health === null && !isOutdated(ping.at, facts))
    yield `Na última consulta, ${sinceText(serverNow - ping.at)}, o servidor não soube dizer como ele está.`
  const view = serverViewOf(facts)
  if (view === null) return
  const isWell = deviceStatusOf(device, circuit, false) === 'online'
  const ago = sinceText(serverNow - view.at)
  if (isWell && view.status === 'offline') yield `O servidor, porém, o viu sem contato ${ago}.`
  else if (!isWell && view.status === 'online') yield `O servidor, porém, o viu online ${ago}.`
  else if (view.isCheck) yield `O servidor o consultou ${ago}.`
  else if (view.status === 'offline') yield `O servidor o deu como sem contato ${ago}.`
  if (circuit.state === 'CLOSED' && view.state === 'OPEN') yield 'Para o servidor, ele está em pausa.'
  if (circuit.state === 'CLOSED' && view.state === 'HALF_OPEN') yield 'Para o servidor, ele está em teste.'
}

interface ServerView {
  status: Device['status']
  state: CircuitView['state']
  /** On the server's clock, in milliseconds since the epoch. */
  at: number
  /** Whether `at` is the time of the server's check, not of its report. */
  isCheck: boolean
}

function serverViewOf(facts: VerdictFacts): ServerView | null {
  const { device, ping, reportedAt } = facts
  const views: ServerView[] = []
  const contactAt =
    device.status === 'online' && device.lastContactAt !== null ? Date.parse(device.lastContactAt) : reportedAt
  if (contactAt !== null) views.push({ status: device.status, state: 'CLOSED', at: contactAt, isCheck: false })
  if (ping?.health) {
    const { status, state, checkedAt } = ping.health
    views.push({ status, state, at: checkedAt ?? ping.at, isCheck: true })
  }
  const newest = views.toSorted((left, right) => left.at - right.at).at(-1)
  return newest === undefined || isOutdated(newest.at, facts) ? null : newest
}

function isOutdated(at: number, { panelSeenAt, now, serverNow }: VerdictFacts): boolean {
  return panelSeenAt !== null && at < panelSeenAt + serverNow - now
}

function since(iso: string, serverNow: number): string {
  return sinceText(serverNow - Date.parse(iso))
}

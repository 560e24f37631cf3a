import { failuresWithCauseText } from '../evidence/failure-texts.ts'
import { someSentence } from '../incidents/incident-sentence.ts'
import { latencyText } from '../texts/latency-text.ts'
import { secondsText, sinceText } from '../texts/time-texts.ts'
import type { Device } from '../wire/answers/devices/devices.ts'
import type { Incident } from '../wire/answers/incidents.ts'
import { breakerRules, type CircuitState, nextCallOf } from './breaker-rules.ts'
import type { Circuit } from './circuit.ts'
import { circuitText, isolationText } from './circuit-texts.ts'
import type { DeviceFacts } from './device-facts.ts'
import { type DeviceStatus, deviceStatusOf, deviceStatusSince, nameOf } from './device-status.ts'
import { contactTexts, type PanelContact } from './panel-contact.ts'

const minuteMs = 60_000

/** Describes the device's status, its reason and the next attempt, with everything that is known (DEV-6). */
export function deviceSentence(facts: DeviceFacts): string {
  return [...sentencesOf[deviceStatusOf(facts)](facts)].join(' ')
}

const sentencesOf: Record<DeviceStatus, (facts: DeviceFacts) => Generator<string>> = {
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
      yield `Isolado neste computador ${isolationText(circuit.isolation, now)}: ${circuit.isolation?.reason}. Até lá, daqui não saem comandos, testes nem mudanças no cadastro de ${nameOf(device)}${device.active ? '; o servidor continua a consultá-lo' : ''}.`
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
    else if (circuit.failureCount > 0) yield contactSentence(facts)
    // A trial without a failure begins only at the end of an isolation.
    else yield `O isolamento de ${nameOf(device)} terminou.`
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
    const latency = device.latencyMs === null ? '' : `, latência de ${latencyText(device.latencyMs)}`
    yield `${nameOf(device)} está online${at}${latency}.`
    if (circuit.failureCount > 0) yield `Antes disso: ${failingSentence(circuit)}`
    if (portTest?.success === false) yield `Mas a rede não respondeu em ${device.ip} no último teste.`
    yield* serverSentences(facts)
  },
}

const serverStatusTexts = { online: 'O servidor o vê online.', offline: 'O servidor o dá como sem contato.' } as const

function contactSentence(facts: DeviceFacts): string {
  const { device, circuit, serverNow } = facts
  // It is unknown whether such a call reached the device.
  if (device.status === 'online' && circuit.lastError === 'no response')
    return `O servidor não respondeu quando este painel chamou ${nameOf(device)}.`
  if (device.status === 'online') return `${nameOf(device)} não responde a este painel.`
  const lostAt = deviceStatusSince(facts)
  if (lostAt === null) return `${nameOf(device)} está sem contato: nenhum até agora.`
  if (serverNow - lostAt < minuteMs) return `${nameOf(device)} acaba de perder o contato.`
  return `${nameOf(device)} está sem contato ${sinceText(serverNow - lostAt)}.`
}

function* circuitSentences(circuit: Circuit, now: number, contact: PanelContact): Generator<string> {
  if (circuit.failureCount > 0) yield `${failuresWithCauseText(circuit.failureCount, circuit.lastError)}.`
  if (nextCallOf(circuit, now).kind !== 'testing') yield `${circuitText(circuit, now, contact)}.`
}

function failingSentence(circuit: Circuit): string {
  const failures = failuresWithCauseText(circuit.failureCount, circuit.lastError)
  return `${failures}. Com ${breakerRules.threshold} o dispositivo entra em pausa.`
}

function* evidence(facts: DeviceFacts): Generator<string> {
  const { device, portTest, incident, spokeAt } = facts
  if (incident !== null) yield* togetherSentence(incident)
  if (spokeAt !== null && spokeAt > (deviceStatusSince(facts) ?? Number.POSITIVE_INFINITY))
    yield `Mandou um evento às ${secondsText(spokeAt)}, o que não prova que responde.`
  if (portTest !== null)
    yield portTest.success ? `A rede responde em ${device.ip}.` : `A rede não responde em ${device.ip}.`
  yield* serverSentences(facts)
}

/** A device that failed with others is no trouble of its own (STATE-5). */
function* togetherSentence(incident: Incident): Generator<string> {
  const { kind, scope, failing, devices, condominiumName } = incident
  if (kind !== 'contact') return
  if (scope === 'service') yield 'Muitos condomínios estão sem contato ao mesmo tempo.'
  if (scope === 'condominium' && failing === devices) yield `${condominiumName} não responde por inteiro.`
  else if (scope === 'condominium' || scope === 'devices' || scope === 'address')
    yield `Com ele, ${someSentence(incident)}`
}

/** Adds what the server saw last, and any difference to the panel; omits what is older than the last call (LIVE-7). */
function* serverSentences(facts: DeviceFacts): Generator<string> {
  const { circuit, ping, serverNow } = facts
  if (ping?.health === null && !isOutdated(ping.at, facts))
    yield `Na última consulta, ${sinceText(serverNow - ping.at)}, o servidor não soube dizer como ele está.`
  const view = serverViewOf(facts)
  if (view === null) return
  const isWell = deviceStatusOf({ ...facts, contact: 'current' }) === 'online'
  const ago = sinceText(serverNow - view.at)
  if (isWell && view.status === 'offline') yield `O servidor, porém, o viu sem contato ${ago}.`
  else if (!isWell && view.status === 'online') yield `O servidor, porém, o viu online ${ago}.`
  else if (view.isCheck) yield `O servidor o consultou ${ago}.`
  else if (view.status === 'offline') yield `Última informação do servidor: ${ago}.`
  if (circuit.state === 'CLOSED' && view.state === 'OPEN') yield 'Para o servidor, ele está em pausa.'
  if (circuit.state === 'CLOSED' && view.state === 'HALF_OPEN') yield 'Para o servidor, ele está em teste.'
}

interface ServerView {
  status: Device['status']
  state: CircuitState
  /** On the server's clock, in milliseconds since the epoch. */
  at: number
  /** Whether `at` is the time of the server's check, not of its report. */
  isCheck: boolean
}

function serverViewOf(facts: DeviceFacts): ServerView | null {
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

function isOutdated(at: number, { panelSeenAt, now, serverNow }: DeviceFacts): boolean {
  return panelSeenAt !== null && at < panelSeenAt + serverNow - now
}

function since(iso: string, serverNow: number): string {
  return sinceText(serverNow - Date.parse(iso))
}

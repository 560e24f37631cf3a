import { devicesText, numberText } from '../texts/number-text.ts'
import type { Incident, IncidentCause, IncidentEnd, UnansweredEnd } from '../wire/answers/incidents.ts'
import { eventKinds } from './event-kinds.ts'
import { reopenedWithinMs } from './incident-rules.ts'
import { reportSentence, topicTexts } from './report-texts.ts'

export type IncidentFacts = Pick<
  Incident,
  | 'kind'
  | 'alarm'
  | 'scope'
  | 'cause'
  | 'end'
  | 'isOscillating'
  | 'condominiumName'
  | 'wordCode'
  | 'deviceName'
  | 'ip'
  | 'failing'
  | 'devices'
  | 'condominiums'
  | 'falls'
> &
  Partial<Pick<Incident, 'report'>>

/**
 * Describes an incident in one sentence (INC-1): the problem, and the known cause. If two causes are indistinguishable,
 * the sentence names both or none. The caller shows the condominium if the subject does not name it.
 */
export function incidentSentence(incident: IncidentFacts): string {
  const { kind, scope, failing, devices } = incident
  const name = subjectOf(incident)
  if (kind === 'reported') return incident.report ? reportSentence(incident.report) : `${eventKinds.reported.text}.`
  if (kind !== 'contact') return momentSentence(incident)
  if (incident.end !== null) return overSentence(incident, incident.end, name)
  if (incident.isOscillating) return `${name} oscila: ${falls(incident.falls)} em 15 min.`
  switch (scope) {
    case 'device':
      return `${name} está sem contato${whyText(incident.cause, isFeminine(name))}.`
    case 'address':
      return `${name} está sem contato (${ofAll(failing, devices)}).`
    case 'devices':
      return someSentence(incident)
    case 'condominium':
      return failing < devices
        ? someSentence(incident)
        : `${name} ${isFeminine(name) ? 'inteira' : 'inteiro'} está sem contato: ${placeWhy(incident.ip)}.`
    case 'service':
      return `Muitos condomínios sem contato ao mesmo tempo: verifique a rede da central (${numberText(failing)} dispositivos em ${numberText(incident.condominiums)} condomínios).`
  }
}

/** Short title above the sentence, for example of a notification. */
export function incidentTitle({ kind, alarm, scope, isOscillating, report }: IncidentFacts): string {
  if (kind === 'reported') return report ? topicTexts[report.topic] : eventKinds.reported.text
  if (kind !== 'contact') return momentText({ kind, alarm })
  if (scope === 'service') return 'Muitos condomínios sem contato'
  if (scope === 'condominium') return 'Condomínio sem contato'
  if (isOscillating) return 'Dispositivo oscilando'
  return scope === 'device' ? 'Dispositivo sem contato' : 'Dispositivos sem contato'
}

/** The server gets the moment as an event, and no event reports that the gate is closed again. */
const isOpenText = 'Não sabemos se ainda está aberto.'

/** Names an incident of a gate, or the catalogued kind of an alarm. */
function momentText({ kind, alarm }: Pick<Incident, 'kind' | 'alarm'>): string {
  if (kind === 'alarm') return alarm?.name ?? 'Ocorrência que este painel não entende'
  return eventKinds[kind === 'gate-held-open' ? kind : 'door-forced'].text
}

function momentSentence({ kind, alarm, falls: times, end, ...incident }: IncidentFacts): string {
  const what = momentText({ kind, alarm })
  const again = times > 1 ? `, ${times} vezes` : ''
  const after =
    end === null
      ? kind === 'gate-held-open'
        ? isOpenText
        : ''
      : end === 'recovered'
        ? ''
        : endText(end, incident.scope)
  return [`${what}${again}: ${subjectOf(incident)}.`, after].filter(Boolean).join(' ')
}

function overSentence(incident: IncidentFacts, end: IncidentEnd, name: string): string {
  if (end === 'recovered') return recoveredSentence(incident, name)
  const { scope, ip } = incident
  const subject = scope === 'address' ? `controlador em ${ip}` : name
  const title = incidentTitle({ ...incident, isOscillating: false })
  return `${scope === 'service' ? title : `${title}: ${subject}`}. ${endText(end, scope)}`
}

/** Why a device left the incident without an answer. Each text follows the device, the subject of the sentence. */
export const leavingTexts: Readonly<Record<UnansweredEnd, string>> = {
  deactivated: 'foi desativado',
  removed: 'foi excluído',
  moved: 'mudou de endereço ou de condomínio',
  unwatched: 'foi desativado, excluído ou mudou de endereço',
}

/** States why the incident ended, and claims nothing about the time after its end. */
function endText(end: Exclude<IncidentEnd, 'recovered'>, scope: Incident['scope']): string {
  switch (end) {
    case 'quiet':
      return `Não se repetiu em ${reopenedWithinMs / 60_000} min.`
    case 'closed':
      return 'Encerrada por uma pessoa.'
    case 'merged':
      return 'Passou a fazer parte de uma ocorrência maior.'
    case 'split':
      return 'Restaram poucos: cada um tem a sua ocorrência.'
    default:
      return `Terminou sem resposta: ${scope === 'device' ? 'o' : 'algum'} dispositivo ${leavingTexts[end]}.`
  }
}

function recoveredSentence({ scope, devices, condominiumName }: IncidentFacts, name: string): string {
  if (scope === 'service') return 'Os condomínios voltaram a responder.'
  if (scope === 'devices') return `${numberText(devices)} dispositivos de ${condominiumName} voltaram a responder.`
  return `${name} voltou a responder.`
}

/** Returns '2 de 5 dispositivos de Edifício Água Viva estão sem contato.', or '2 dispositivos …' if the incident has only these two. */
export function someSentence({ failing, devices, condominiumName }: IncidentFacts): string {
  return `${ofAll(failing, devices)} de ${condominiumName} ${failing === 1 ? 'está' : 'estão'} sem contato.`
}

function subjectOf({
  scope,
  deviceName,
  wordCode,
  condominiumName,
  ip,
}: Omit<IncidentFacts, 'kind' | 'alarm' | 'falls' | 'end'>): string {
  switch (scope) {
    case 'device':
      return deviceName || wordCode
    case 'address':
      return `O controlador em ${ip}`
    case 'devices':
    case 'condominium':
      return condominiumName
    case 'service':
      return 'O contato com muitos condomínios'
  }
}

/** If all devices share one address, the controller there may be the cause, too. */
function placeWhy(ip: string): string {
  return ip === '' ? 'energia ou internet do condomínio' : `energia, internet ou o controlador em ${ip}`
}

function whyText(cause: IncidentCause, feminine: boolean): string {
  const end = feminine ? 'a' : 'o'
  switch (cause) {
    case 'refused':
      return `. A rede até lá responde; parece desligad${end}, reiniciando ou travad${end}`
    case 'dropped':
      return ': atende e desliga no meio; parece reiniciando'
    case 'garbage':
      return '. No endereço responde outra coisa'
    case 'declined':
      return ': atende, mas não aceita o pedido'
    case 'hung':
      return `: está ligad${end}, mas não responde`
    case 'silent':
    case 'unreachable':
      return `: parece desligad${end} ou sem rede`
    case 'unknown':
      return ''
  }
}

function ofAll(failing: number, devices: number): string {
  if (failing < devices) return `${numberText(failing)} de ${numberText(devices)} dispositivos`
  return devicesText(failing)
}

function falls(count: number): string {
  return count === 1 ? '1 queda' : `${count} quedas`
}

/** Guesses the gender from the first word, as in Catraca, Cancela, Câmera; Leitor, Portão, Terminal. */
function isFeminine(name: string): boolean {
  return /a$/i.test(name.trim().split(/\s/)[0] ?? '')
}

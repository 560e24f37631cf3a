import type { DeviceFacts } from '../../../../contract/devices/device-facts.ts'
import { deviceSentence } from '../../../../contract/devices/device-sentence.ts'
import { deviceStatuses, deviceStatusOf, nameOf } from '../../../../contract/devices/device-status.ts'
import { addressText } from '../../../../contract/devices/device-steps.ts'
import { failureText } from '../../../../contract/evidence/failure-texts.ts'
import { durationText, sinceText } from '../../../../contract/texts/time-texts.ts'
import type { AuditRecord } from '../../../../contract/wire/answers/audit.ts'
import type { Condominium } from '../../../../contract/wire/answers/condominiums.ts'
import type { DeviceResult } from '../../../machines/devices/calls/device-results.ts'
import { auditText } from '../../audit/audit-texts.ts'

const mostTries = 10
const dateAndTime = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium' })

/** Facts for the text, in addition to those for the verdict. */
export interface MaintenanceFacts extends DeviceFacts {
  condominium: Condominium | null
  /** Calls of this panel, and the records of this browser. */
  results: readonly DeviceResult[]
  records: readonly AuditRecord[]
}

/** Builds a text to send to the technician: device, place, start, observations and attempts (PAGE-4). */
export function maintenanceText(facts: MaintenanceFacts): string {
  const { device, condominium, now, serverNow } = facts
  const { label } = deviceStatuses[deviceStatusOf(facts)]
  const tries = triesOf(facts)
  return [
    `Dispositivo: ${nameOf(device)}${device.model === '' ? '' : ` (${device.model})`}`,
    `Código: ${device.wordCode}`,
    condominium !== null && `Local: ${placeText(condominium)}`,
    `Endereço de rede: ${addressText(device)}`,
    `Situação às ${dateAndTime.format(now)}: ${label}`,
    `Último contato: ${lastContactText(device.lastContactAt, serverNow)}`,
    `O que se vê: ${deviceSentence(facts)}`,
    tries.length === 0
      ? 'Neste painel, nada foi tentado ainda.'
      : 'O que foi tentado neste painel, do mais novo ao mais antigo:',
    ...tries.map((each) => `- ${each}`),
    `Código técnico: ${technicalCode(facts)}`,
  ]
    .filter((line) => line !== false)
    .join('\n')
}

/** Returns, for example, 'Edifício Água Viva, Rua das Flores, 12, Centro, Santos, SP'. */
export function placeText({ name, street, number, complement, district, city, state }: Condominium): string {
  return [name, street, number, complement, district, city, state].filter(Boolean).join(', ')
}

/** The codes in one place, so that the rest of the text is plain words. */
function technicalCode({ circuit: { state, failureCount, lastError }, results }: MaintenanceFacts): string {
  const codes = new Set([lastError, ...results.map(({ detail }) => detail)].filter(Boolean))
  return [state, `failureCount ${failureCount}`, ...codes].join(', ')
}

function lastContactText(lastContactAt: string | null, serverNow: number): string {
  if (lastContactAt === null) return 'nenhum até agora'
  const at = Date.parse(lastContactAt)
  return `${dateAndTime.format(at)} (${sinceText(serverNow - at)})`
}

function triesOf({ results, records }: MaintenanceFacts): string[] {
  return [
    ...results.map((result) => ({ at: result.at, text: callText(result) })),
    ...records.map((record) => ({ at: Date.parse(record.at), text: auditText(record) })),
  ]
    .toSorted((left, right) => right.at - left.at)
    .slice(0, mostTries)
    .map(({ at, text }) => `${dateAndTime.format(at)}: ${text}`)
}

function callText({ outcome, detail, durationMs }: DeviceResult): string {
  if (outcome === 'answered') return `Chamada respondida em ${durationText(durationMs)}`
  return `Chamada ${failureText(detail)}, após ${durationText(durationMs)}`
}

import { isKnownKind, kindView } from '../../../../contract/incidents/event-kinds.ts'
import type { AuditRecord } from '../../../../contract/wire/answers/audit.ts'
import type { ContactShares, TimelineItem } from '../../../../contract/wire/answers/devices/device-timeline.ts'
import { auditText } from '../../audit/audit-texts.ts'

export interface TimelineRow {
  key: string
  /** ISO date-time. */
  at: string
  source: string
  text: string
}

const changeTexts = new Map(
  Object.entries({
    online: 'Em contato: respondeu ao servidor',
    offline: 'Contato perdido',
    unknown: 'Endereço trocado: desconhecido até o próximo contato',
    inactive: 'Desativado por uma pessoa',
    activated: 'Ativado por uma pessoa',
    restarted: 'Reinício aceito pelo dispositivo',
    opened: 'Aberto por comando de uma pessoa',
  }),
)

/**
 * Merges the server's timeline with this browser's records, newest first (PAGE-5). Items keep the order of the server,
 * and records keep the order of `records`, even if times disagree. If the server has older pages, records that are
 * older than the last loaded item are left out, so that a later page inserts no items above them.
 * @param records newest first
 */
export function timelineRows(
  items: readonly TimelineItem[],
  hasMore: boolean,
  records: readonly AuditRecord[],
): TimelineRow[] {
  const done = records.map((record) => ({ ...record, key: record.id, source: 'Este painel', text: auditText(record) }))
  const rows: TimelineRow[] = []
  for (const item of items) {
    const { id, at, kind } = item
    const later = done.findIndex((record) => Date.parse(record.at) <= Date.parse(at))
    rows.push(...done.splice(0, later < 0 ? done.length : later))
    // A controller may send an event with the name of a change.
    const isEvent = item.isEvent ?? (!changeTexts.has(kind) && kind !== 'unanswered')
    const text = isEvent ? eventText(item) : (changeTexts.get(kind) ?? item.description)
    rows.push({ key: id, at, source: isEvent ? 'Evento' : 'Servidor', text })
  }
  return hasMore ? rows : [...rows, ...done]
}

/** The server's description names a known kind. The text of any other kind begins with the name or the code of the kind. */
function eventText(item: TimelineItem): string {
  const { kind, description } = item
  if (isKnownKind(kind)) return description
  return [kindView(item).text, description].filter(Boolean).join(': ')
}

const tenths = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })

/** Returns '99,2 % do tempo que se conhece; 3 % desconhecido'; never rounds to 0 % or 100 %. A no-break space keeps the sign beside its number. */
export function availabilityText({ onlineMs, offlineMs, unknownMs, inactiveMs }: ContactShares): string {
  const knownMs = onlineMs + offlineMs
  const allMs = knownMs + unknownMs + inactiveMs
  const parts = [
    knownMs > 0 && `online em ${percentText(onlineMs, knownMs)} do tempo que se conhece`,
    unknownMs > 0 && `${percentText(unknownMs, allMs)} desconhecido`,
    inactiveMs > 0 && `${percentText(inactiveMs, allMs)} desativado`,
  ]
  return parts.filter(Boolean).join('; ')
}

function percentText(part: number, whole: number): string {
  const percent = (part / whole) * 100
  const rounded = Math.round(percent * 10) / 10
  const isAll = part === whole
  return `${tenths.format(isAll ? 100 : Math.min(Math.max(rounded, part > 0 ? 0.1 : 0), 99.9))}\u00a0%`
}

import type { AuditChoice } from '../../machines/audit/audit-log.machine.ts'
import { auditKinds } from './audit-texts.ts'

/** The filter of the audit as its form has it; '' does not narrow. `from` and `to` are local days, `YYYY-MM-DD`. */
export interface AuditFilterValues {
  wordCode: string
  condominiumId: string
  kind: string
  from: string
  to: string
}

const keys = { wordCode: 'dispositivo', condominiumId: 'condominio', kind: 'tipo', from: 'de', to: 'ate' } as const
const fields = [
  'wordCode',
  'condominiumId',
  'kind',
  'from',
  'to',
] as const satisfies readonly (keyof AuditFilterValues)[]

/** The filter that narrows nothing. */
export const everything: AuditFilterValues = { wordCode: '', condominiumId: '', kind: '', from: '', to: '' }

/** The filter that a query string asks for. */
export function auditFilterOf(search: string): AuditFilterValues {
  const query = new URLSearchParams(search)
  const wanted = (field: keyof AuditFilterValues) => query.get(keys[field]) ?? ''
  return {
    wordCode: wanted('wordCode'),
    condominiumId: wanted('condominiumId'),
    kind: auditKinds.find((kind) => kind === wanted('kind')) ?? '',
    from: dayOf(wanted('from')),
    to: dayOf(wanted('to')),
  }
}

/** The address of the audit, narrowed. */
export function auditAddress(values: AuditFilterValues): string {
  const query = new URLSearchParams()
  for (const field of fields) if (values[field].trim() !== '') query.set(keys[field], values[field].trim())
  return query.size === 0 ? '/audit' : `/audit?${query}`
}

/** What the service is asked for: from the beginning of the first day to the end of the last, on this computer's calendar. */
export function auditChoiceOf({ wordCode, condominiumId, kind, from, to }: AuditFilterValues): AuditChoice {
  const wantedKind = auditKinds.find((each) => each === kind)
  const begin = midnight(from, 0)
  const end = midnight(to, 1)
  return {
    ...(wordCode.trim() !== '' && { wordCode: wordCode.trim().toUpperCase() }),
    ...(condominiumId !== '' && { condominiumId }),
    ...(wantedKind !== undefined && { kind: wantedKind }),
    ...(begin !== null && { from: begin }),
    ...(end !== null && { to: end }),
  }
}

/** An ISO date-time: local midnight of a day, so many days on; null for '' and what is no day. */
function midnight(day: string, daysOn: number): string | null {
  const [year, month, date] = day.split('-').map(Number)
  if (dayOf(day) === '' || year === undefined || month === undefined || date === undefined) return null
  return new Date(year, month - 1, date + daysOn).toISOString()
}

/** A day of the calendar, or ''. */
function dayOf(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : ''
}

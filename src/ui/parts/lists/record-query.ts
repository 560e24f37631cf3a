import { localTimeText, zoneText } from '../time/zoned-time.ts'

/** Filter of records or events as typed; '' means no filter. `from` and `to` are local minutes, `YYYY-MM-DDTHH:MM`. */
export interface RecordFilter {
  wordCode: string
  condominiumId: string
  kind: string
  /** The actor of a record: a person, or a panel by itself; '' for events. */
  actor: string
  from: string
  to: string
}

const keys = {
  wordCode: 'dispositivo',
  condominiumId: 'condominio',
  kind: 'tipo',
  actor: 'quem',
  from: 'de',
  to: 'ate',
} as const
const fields = [
  'wordCode',
  'condominiumId',
  'kind',
  'actor',
  'from',
  'to',
] as const satisfies readonly (keyof RecordFilter)[]

export const everything: RecordFilter = { wordCode: '', condominiumId: '', kind: '', actor: '', from: '', to: '' }

export function isNarrowing(filter: RecordFilter): boolean {
  return fields.some((field) => filter[field].trim() !== '')
}

const aroundMs = 15 * 60_000

/** Period from 15 minutes before to 15 minutes after a local minute (DESK-7). */
export function aroundMinute(minute: string): Pick<RecordFilter, 'from' | 'to'> {
  // Parsed as UTC, so that no minute is skipped by daylight saving.
  const at = Date.parse(`${minute}Z`)
  const shifted = (ms: number) => new Date(at + ms).toISOString().slice(0, 16)
  return { from: shifted(-aroundMs), to: shifted(aroundMs) }
}

/** Period from 22:00 of the day before `now` to 06:00, on this computer's clock; by night, the current one (DESK-7). */
export function lastNight(now: Date): Pick<RecordFilter, 'from' | 'to'> {
  const dayOf = (shift: number) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + shift)
    const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    return parts.map((part) => String(part).padStart(2, '0')).join('-')
  }
  return { from: `${dayOf(-1)}T22:00`, to: `${dayOf(0)}T06:00` }
}

/** Whether the period ends before it starts, so that nothing matches. */
export function isBackwards({ from, to }: RecordFilter): boolean {
  return to !== '' && from > to
}

/** Reads the filter from a query string, and ignores invalid values. A date without time means the whole day. */
export function recordFilterOf(
  search: string,
  isKind: (kind: string) => boolean,
  actors: readonly string[] = [],
): RecordFilter {
  const query = new URLSearchParams(search)
  const wanted = (field: keyof RecordFilter) => query.get(keys[field]) ?? ''
  return {
    wordCode: wanted('wordCode'),
    condominiumId: wanted('condominiumId'),
    kind: isKind(wanted('kind')) ? wanted('kind') : '',
    actor: actors.includes(wanted('actor')) ? wanted('actor') : '',
    from: minuteOf(wanted('from'), '00:00'),
    to: minuteOf(wanted('to'), '23:59'),
  }
}

export function recordAddress<Path extends string>(path: Path, values: RecordFilter): string {
  const query = new URLSearchParams()
  for (const field of fields) if (values[field].trim() !== '') query.set(keys[field], values[field].trim())
  return query.size === 0 ? path : `${path}?${query.toString().replaceAll('%3A', ':')}`
}

/** Converts the filter, except the kind; the last minute is included, on this computer's clock. */
export function recordChoiceOf({ wordCode, condominiumId, from, to }: RecordFilter): {
  wordCode?: string
  condominiumId?: string
  from?: string
  to?: string
} {
  return {
    ...(wordCode.trim() !== '' && { wordCode: wordCode.trim().toUpperCase() }),
    ...(condominiumId !== '' && { condominiumId }),
    ...(from !== '' && { from: new Date(from).toISOString() }),
    ...(to !== '' && { to: new Date(Date.parse(to) + 60_000).toISOString() }),
  }
}

/** Returns 'De Edifício Água Viva, desde 21/11/2026 22:14. Horários em UTC-3.' `kinds` are their names. */
export function recordFilterText(
  { wordCode, kind, actor, from, to }: RecordFilter,
  place: string,
  kinds: ReadonlyMap<string, string>,
  actors: Readonly<Record<string, string>> = {},
): string {
  const parts = [
    `De ${place}`,
    wordCode !== '' && `dispositivo ${wordCode}`,
    kind !== '' && `tipo “${kinds.get(kind)}”`,
    actor !== '' && `quem “${actors[actor]}”`,
    from !== '' && `desde ${localTimeText(from).slice(0, -3)}`,
    to !== '' && `até ${localTimeText(to).slice(0, -3)}`,
  ]
  return `${parts.filter(Boolean).join(', ')}. Horários em ${zoneText()}.`
}

/** Validates a local minute; '' if invalid. A date without time gets the time `ofDay`. */
function minuteOf(text: string, ofDay: string): string {
  const minute = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${ofDay}` : text
  // Parsed as UTC: an invalid date gives another text, and no local time is skipped by daylight saving.
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(minute) ? Date.parse(`${minute}Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(minute) ? minute : ''
}

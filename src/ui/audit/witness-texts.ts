import { auditMarkTexts } from '../../../contract/evidence/audit-marks.ts'
import { agoText, minutesText, secondsText } from '../../../contract/texts/time-texts.ts'
import type { StoredRecord } from '../../../contract/wire/answers/audit.ts'

/** Describes who declared the record and when it arrived: 'Declarado pelo painel, recebido às 10:32:07' (EVI-2). */
export function declaredText({ at, receivedAt }: StoredRecord): string {
  if (receivedAt === undefined) return 'Declarado pelo painel'
  const isOfThatDay = new Date(at).toDateString() === new Date(receivedAt).toDateString()
  const when = isOfThatDay ? `às ${secondsText(Date.parse(receivedAt))}` : `em ${minutesText(Date.parse(receivedAt))}`
  return `Declarado pelo painel, recebido ${when}${lateText(Date.parse(receivedAt) - Date.parse(at))}`
}

/** Returns, for example, 'Visto pelo servidor às 10:32:05: o dispositivo respondeu'; '' if not seen. */
export function seenText({ seen }: StoredRecord): string {
  if (seen === undefined) return ''
  return `Visto pelo servidor às ${secondsText(Date.parse(seen.at))}: o dispositivo ${seen.ok ? 'respondeu' : 'não confirmou'}`
}

export function marksText({ marks = [] }: StoredRecord): string[] {
  return marks.map((mark) => auditMarkTexts[mark])
}

const minuteMs = 60_000

/** Returns '' for less than a minute: normal delivery time and small clock differences are not shown. */
function lateText(lateMs: number): string {
  return lateMs < minuteMs ? '' : `, ${agoText(lateMs).replace(/^há /, '')} depois`
}

import type { AuditMark, StoredRecord } from '../../../contract/wire/answers/audit.ts'
import { agoText, minutesText, secondsText } from '../parts/time/time-texts.ts'

/** What a mark says to whoever reads the record (EVI-2). */
export const auditMarkTexts: Record<AuditMark, string> = {
  'back-dated': 'Chegou mais de 24 horas depois da hora que diz',
  'post-dated': 'Quando chegou, a hora que diz ainda estava por vir',
  'unknown-device': 'O servidor não conhecia este dispositivo',
}

/** Whose word a record is, and when it came: 'Declarado pelo painel, recebido às 10:32:07' (EVI-2). */
export function declaredText({ at, receivedAt }: StoredRecord): string {
  if (receivedAt === undefined) return 'Declarado pelo painel'
  const isOfThatDay = new Date(at).toDateString() === new Date(receivedAt).toDateString()
  const when = isOfThatDay ? `às ${secondsText(Date.parse(receivedAt))}` : `em ${minutesText(Date.parse(receivedAt))}`
  return `Declarado pelo painel, recebido ${when}${lateText(Date.parse(receivedAt) - Date.parse(at))}`
}

/** What the server itself saw of the same call: 'Visto pelo servidor às 10:32:05: o dispositivo respondeu'; '' where it says nothing. */
export function seenText({ seen }: StoredRecord): string {
  if (seen === undefined) return ''
  return `Visto pelo servidor às ${secondsText(Date.parse(seen.at))}: o dispositivo ${seen.ok ? 'respondeu' : 'não confirmou'}`
}

/** What stands against a record, in words. */
export function marksText({ marks = [] }: StoredRecord): string[] {
  return marks.map((mark) => auditMarkTexts[mark])
}

const minuteMs = 60_000

/** Of clocks that differ a little, and of what was delivered at once, nobody is told. */
function lateText(lateMs: number): string {
  return lateMs < minuteMs ? '' : `, ${agoText(lateMs).replace(/^há /, '')} depois`
}

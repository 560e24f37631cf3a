import type { AuditMark } from '../wire/answers/audit.ts'

/** A panel delivers stored records after a network outage, so a delay up to this is normal. */
const mostLateMs = 24 * 60 * 60_000
/** Tolerance for clocks that differ a little. */
export const clockToleranceMs = 5 * 60_000

/**
 * Reasons not to trust the time or the device of a panel's record (EVI-2): the record claims `atMs` and arrived at
 * `receivedAtMs` (since the epoch). `isKnown`: whether the customer had the device at the claimed time; null if unknown.
 */
export function auditMarksOf(atMs: number, receivedAtMs: number, isKnown: boolean | null): AuditMark[] {
  const lateMs = receivedAtMs - atMs
  const marks: AuditMark[] = []
  if (lateMs > mostLateMs) marks.push('back-dated')
  if (lateMs < -clockToleranceMs) marks.push('post-dated')
  if (isKnown === false) marks.push('unknown-device')
  return marks
}

/** Texts of the marks against a record (EVI-2). */
export const auditMarkTexts: Record<AuditMark, string> = {
  'back-dated': 'Chegou mais de 24 horas depois da hora que diz',
  'post-dated': 'Quando chegou, a hora que diz ainda estava por vir',
  'unknown-device': 'O servidor não conhecia este dispositivo',
}

import type { AuditMark } from '../wire/answers/audit.ts'

/** A panel delivers what it kept while it had no network. */
const mostLateMs = 24 * 60 * 60_000
/** Of clocks that differ a little nobody is told. */
const mostAheadMs = 5 * 60_000

/**
 * Why a panel's record is not to be taken for what the server saw (EVI-2): it says that it is of `atMs`, came at `receivedAtMs` (since
 * the epoch), and the customer had such a device then, had not, or nobody knows (null).
 */
export function auditMarksOf(atMs: number, receivedAtMs: number, isKnown: boolean | null): AuditMark[] {
  const lateMs = receivedAtMs - atMs
  const marks: AuditMark[] = []
  if (lateMs > mostLateMs) marks.push('back-dated')
  if (lateMs < -mostAheadMs) marks.push('post-dated')
  if (isKnown === false) marks.push('unknown-device')
  return marks
}

import type { SnapshotFrom } from 'xstate'
import { type incidentMachine, mayRepeat } from './incident.machine.ts'
import { gatheredForMs, oscillationChanges, oscillationMs, reopenedWithinMs } from './incident-rules.ts'

export type IncidentSnapshot = SnapshotFrom<typeof incidentMachine>

/** Time of the incident's next `clock.reached`, in milliseconds since the epoch; null if none is pending. */
export function incidentDueAt(incident: IncidentSnapshot): number | null {
  const { context } = incident
  const times: number[] = []
  const isOpen = incident.hasTag('open')
  if (incident.matches({ notice: 'gathering' })) times.push(context.beganAt + gatheredForMs)
  if (incident.matches({ signal: 'oscillating' })) {
    const oldest = context.changes.at(-oscillationChanges)
    if (oldest !== undefined) times.push(oldest + oscillationMs)
  }
  if (context.silence !== null) times.push(context.silence.until)
  if (isOpen && mayRepeat(context.kind)) times.push(context.failedAt + reopenedWithinMs)
  if (incident.matches({ life: 'resolved' }) && context.resolvedAt !== null)
    times.push(context.resolvedAt + reopenedWithinMs)
  return times.length === 0 ? null : Math.min(...times)
}

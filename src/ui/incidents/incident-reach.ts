import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'

/**
 * Whether an incident is about a device: it names it, or embraces all that are without contact where this one is (INC-1). An incident
 * of several does not name them.
 */
export function isAbout(incident: Incident, { wordCode, condominiumId, ip, status, active }: Device): boolean {
  const { kind, scope } = incident
  if (kind !== 'contact' || scope === 'device') return incident.wordCode === wordCode
  if (!active || status !== 'offline') return false
  if (scope === 'service') return true
  return incident.condominiumId === condominiumId && (scope !== 'address' || incident.ip === ip)
}

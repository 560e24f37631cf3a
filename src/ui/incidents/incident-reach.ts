import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'

/** Whether an incident names the device or covers all offline devices of its scope (INC-1). */
export function isAbout(incident: Incident, { wordCode, condominiumId, ip, status, active }: Device): boolean {
  const { kind, scope } = incident
  if (kind !== 'contact' || scope === 'device') return incident.wordCode === wordCode
  if (!active || status !== 'offline') return false
  if (scope === 'service') return true
  return incident.condominiumId === condominiumId && (scope !== 'address' || incident.ip === ip)
}

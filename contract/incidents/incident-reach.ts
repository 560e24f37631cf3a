import type { Device } from '../wire/answers/devices/devices.ts'
import type { Incident } from '../wire/answers/incidents.ts'

type Reached = Pick<Device, 'wordCode' | 'condominiumId' | 'ip' | 'status' | 'active'>

/** Whether an incident names the device or covers all offline devices of its scope (INC-1). */
export function isAbout(incident: Incident, { wordCode, condominiumId, ip, status, active }: Reached): boolean {
  const { kind, scope } = incident
  if (kind !== 'contact' || scope === 'device') return incident.wordCode === wordCode
  if (!active || status !== 'offline') return false
  if (scope === 'service') return true
  return incident.condominiumId === condominiumId && (scope !== 'address' || incident.ip === ip)
}

/** Finds the open incident that embraces a device without contact, the widest first; null if there is none. */
export type IncidentFinder = (device: Reached) => Incident | null

/** Makes the finder once for many devices: 50,000 devices are grouped at a time. */
export function incidentFinder(open: readonly Incident[]): IncidentFinder {
  const alone = new Map<string, Incident>()
  const wide: Incident[] = []
  for (const incident of open) {
    if (incident.kind !== 'contact') continue
    if (incident.scope === 'device') alone.set(incident.wordCode, incident)
    else if (incident.scope === 'service') wide.unshift(incident)
    else wide.push(incident)
  }
  return (device) => wide.find((each) => isAbout(each, device)) ?? alone.get(device.wordCode) ?? null
}

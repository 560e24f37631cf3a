import type { Device } from '../wire/answers/devices/devices.ts'
import type { Incident } from '../wire/answers/incidents.ts'
import type { Circuit } from './circuit.ts'
import type { PanelContact } from './panel-contact.ts'

export type DeviceStatus = (typeof deviceStatusOrder)[number]

interface DeviceStatusView {
  label: string
  /** Value in the page's address. */
  word: string
  tone: 'ok' | 'warn' | 'bad' | 'neutral'
}

/** Statuses in the order of lists and filters, troubles first. */
export const deviceStatuses: Record<DeviceStatus, DeviceStatusView> = {
  open: { label: 'Em pausa', word: 'em-pausa', tone: 'bad' },
  halfOpen: { label: 'Em teste', word: 'em-teste', tone: 'warn' },
  offline: { label: 'Sem contato', word: 'sem-contato', tone: 'bad' },
  failing: { label: 'Falhando', word: 'falhando', tone: 'warn' },
  unknown: { label: 'Desconhecido', word: 'desconhecido', tone: 'neutral' },
  isolated: { label: 'Isolado', word: 'isolado', tone: 'neutral' },
  inactive: { label: 'Desativado', word: 'desativado', tone: 'neutral' },
  online: { label: 'Online', word: 'online', tone: 'ok' },
}

export const deviceStatusOrder = [
  'open',
  'halfOpen',
  'offline',
  'failing',
  'unknown',
  'isolated',
  'inactive',
  'online',
] as const

/** The facts that decide the status of a device (STATE-1). */
export interface StatusFacts {
  device: Pick<Device, 'active' | 'status' | 'lastContactAt'>
  /**
   * Time of the server's last report about the device, on the server's clock, in milliseconds since the epoch, or null.
   */
  reportedAt: number | null
  /** The open incident about the device, or null. */
  incident: Incident | null
  /** Circuit of this panel. */
  circuit: Pick<Circuit, 'state' | 'failureCount' | 'lastFailureServerTime'>
  contact: PanelContact
}

/**
 * Status of a device (STATE-1). Isolation by a person takes precedence. A later contact of the server outdates failed
 * calls of this panel (LIVE-7).
 */
export function deviceStatusOf(facts: StatusFacts): DeviceStatus {
  const { device, circuit, contact } = facts
  const { state, failureCount, lastFailureServerTime } = circuit
  if (state === 'FORCED_OPEN') return 'isolated'
  if (contact !== 'current') return 'unknown'
  if (!device.active) return 'inactive'
  if (state === 'OPEN') return 'open'
  if (state === 'HALF_OPEN') return 'halfOpen'
  const status = serverStatusOf(facts)
  if (status === 'offline' || failureCount === 0) return status
  const isAnsweredSince =
    device.lastContactAt !== null &&
    Date.parse(device.lastContactAt) > (lastFailureServerTime ?? Number.POSITIVE_INFINITY)
  return status === 'online' && isAnsweredSince ? status : 'failing'
}

/**
 * Since when the device has this status, on the server's clock, in milliseconds since the epoch, or null: from the first
 * fact of its incident, else from the last contact, else from the first known failure (STATE-7).
 */
export function deviceStatusSince(facts: StatusFacts): number | null {
  const { device, incident, circuit } = facts
  const lastContactAt = device.lastContactAt === null ? null : Date.parse(device.lastContactAt)
  switch (deviceStatusOf(facts)) {
    case 'failing':
      return circuit.lastFailureServerTime
    case 'open':
    case 'halfOpen':
    case 'offline':
      if (isOnlyAbout(incident)) return Date.parse(incident.openedAt)
      return lastContactAt ?? circuit.lastFailureServerTime
    case 'online':
      return lastContactAt
    case 'unknown':
    case 'isolated':
    case 'inactive':
      return null
  }
}

/** Offline if an incident of the device alone is newer than the server's last report; else as reported. */
function serverStatusOf({ device, reportedAt, incident }: StatusFacts): Device['status'] {
  const isLost =
    isOnlyAbout(incident) &&
    incident.failing > 0 &&
    Date.parse(incident.since) > (reportedAt ?? Number.NEGATIVE_INFINITY)
  return isLost ? 'offline' : device.status
}

function isOnlyAbout(incident: Incident | null): incident is Incident {
  return incident !== null && incident.kind === 'contact' && incident.scope === 'device'
}

/**
 * Whether no person passes at the device: a failing device still lets people pass at times, and an isolated or
 * deactivated device raises no alarm (STATE-3).
 */
export function isStopped(deviceStatus: DeviceStatus): boolean {
  return deviceStatus === 'open' || deviceStatus === 'halfOpen' || deviceStatus === 'offline'
}

/** Returns the display name of a device. */
export function nameOf({ name, wordCode }: Pick<Device, 'name' | 'wordCode'>): string {
  return name === '' ? wordCode : name
}

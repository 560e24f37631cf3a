import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import type { CircuitView } from '../circuit/circuit-view.ts'

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

/**
 * Isolation by a person takes precedence. A later contact of the server outdates failed calls of this panel (LIVE-7).
 * @param isUnknown whether the status is unknown: the browser is offline, or the server does not answer (DEV-3)
 */
export function deviceStatusOf(
  { active, status, lastContactAt }: Pick<Device, 'active' | 'status' | 'lastContactAt'>,
  { state, failureCount, lastFailureServerTime }: Pick<CircuitView, 'state' | 'failureCount' | 'lastFailureServerTime'>,
  isUnknown: boolean,
): DeviceStatus {
  if (state === 'FORCED_OPEN') return 'isolated'
  if (isUnknown) return 'unknown'
  if (!active) return 'inactive'
  if (state === 'OPEN') return 'open'
  if (state === 'HALF_OPEN') return 'halfOpen'
  if (status === 'offline') return 'offline'
  if (failureCount === 0) return status
  const isAnsweredSince =
    lastContactAt !== null && Date.parse(lastContactAt) > (lastFailureServerTime ?? Number.POSITIVE_INFINITY)
  return status === 'online' && isAnsweredSince ? status : 'failing'
}

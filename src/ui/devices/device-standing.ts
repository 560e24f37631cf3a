import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { CircuitView } from './circuit-view.ts'

/** How a device stands, in one word. */
export type DeviceStanding = 'open' | 'halfOpen' | 'offline' | 'failing' | 'unknown' | 'inactive' | 'online'

interface Standing {
  label: string
  /** Word of the page's address. */
  word: string
  tone: 'ok' | 'warn' | 'bad' | 'neutral'
}

/** Trouble first: the order of lists and of their filters. */
export const standings: Record<DeviceStanding, Standing> = {
  open: { label: 'Em pausa', word: 'em-pausa', tone: 'bad' },
  halfOpen: { label: 'Em teste', word: 'em-teste', tone: 'warn' },
  offline: { label: 'Sem contato', word: 'sem-contato', tone: 'bad' },
  failing: { label: 'Falhando', word: 'falhando', tone: 'warn' },
  unknown: { label: 'Desconhecido', word: 'desconhecido', tone: 'neutral' },
  inactive: { label: 'Desativado', word: 'desativado', tone: 'neutral' },
  online: { label: 'Online', word: 'online', tone: 'ok' },
}

export const standingOrder = [
  'open',
  'halfOpen',
  'offline',
  'failing',
  'unknown',
  'inactive',
  'online',
] as const satisfies readonly DeviceStanding[]

/** @param isUnknown nobody can say how devices are: the browser is offline or the server silent (DEV-3) */
export function standingOf(
  { active, status }: Pick<Device, 'active' | 'status'>,
  { state, failureCount }: Pick<CircuitView, 'state' | 'failureCount'>,
  isUnknown: boolean,
): DeviceStanding {
  if (isUnknown) return 'unknown'
  if (!active) return 'inactive'
  if (state === 'OPEN') return 'open'
  if (state === 'HALF_OPEN') return 'halfOpen'
  if (status === 'offline') return 'offline'
  if (failureCount > 0) return 'failing'
  return status
}

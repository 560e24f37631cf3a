import type { Device } from '../../../contract/wire/answers/devices/devices.ts'

/** Missing step of a new installation. */
export type FirstStep = 'condominium' | 'devices' | 'test'

export const firstSteps: readonly FirstStep[] = ['condominium', 'devices', 'test']

interface Known {
  /** Null until the list is loaded. */
  condominiumCount: number | null
  /** Counts of the last health check; null before. */
  devices: { total: number; online: number } | null
  offline: readonly Pick<Device, 'lastContactAt'>[]
}

/** Null if the setup is done or the state is unknown. An outage is no new setup: its devices had contact. */
export function nextStep({ condominiumCount, devices, offline }: Known): FirstStep | null {
  if (condominiumCount === 0) return 'condominium'
  if (condominiumCount === null || devices === null) return null
  if (devices.total === 0) return 'devices'
  const isUntried = offline.length === devices.total && offline.every(({ lastContactAt }) => lastContactAt === null)
  return devices.online === 0 && isUntried ? 'test' : null
}

import type { Device } from '../../../contract/wire/answers/devices/devices.ts'

/** What an installation that is new still lacks. */
export type FirstStep = 'condominium' | 'devices' | 'test'

/** In the order in which they are taken. */
export const firstSteps: readonly FirstStep[] = ['condominium', 'devices', 'test']

interface Known {
  /** Null while nobody has told. */
  condominiumCount: number | null
  /** As the service last counted them; null before. */
  devices: { total: number; online: number } | null
  /** Those that the server cannot reach. */
  offline: readonly Pick<Device, 'lastContactAt'>[]
}

/** The step that comes next; null where none is left, or nobody can say. An outage is no beginning: its devices have answered before. */
export function nextStep({ condominiumCount, devices, offline }: Known): FirstStep | null {
  if (condominiumCount === 0) return 'condominium'
  if (condominiumCount === null || devices === null) return null
  if (devices.total === 0) return 'devices'
  const isUntried = offline.length === devices.total && offline.every(({ lastContactAt }) => lastContactAt === null)
  return devices.online === 0 && isUntried ? 'test' : null
}

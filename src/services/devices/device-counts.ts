import type { HealthDetails } from '../../../contract/wire/answers/devices/health.ts'
import type { DeviceAnswer } from './device-answer.ts'
import type { DevicePage } from './device-control-api.ts'

/**
 * How the devices of a condominium are, those left out that a person has switched off (LIVE-7): the health service counts the
 * devices of all condominiums alone. Null where the device service could not tell.
 */
export async function countDevices(
  list: (page: { condominiumId: string; cursor: string }) => Promise<DeviceAnswer<DevicePage>>,
  condominiumId: string,
): Promise<HealthDetails['devices'] | null> {
  const counts = { total: 0, online: 0, offline: 0 }
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: DeviceAnswer<DevicePage> = await list({ condominiumId, cursor })
    if (page.kind !== 'answered') return null
    for (const { active, status } of page.data.devices) {
      if (!active) continue
      counts.total += 1
      if (status !== 'unknown') counts[status] += 1
    }
    cursor = page.data.nextCursor
  }
  return counts
}

import type { HealthDetails } from '../../../contract/wire/answers/devices/health.ts'
import type { DeviceAnswer } from './device-answer.ts'
import type { DevicePage } from './device-control-api.ts'

/** Counts a condominium's active devices by status (LIVE-7), and its deactivated ones (STATE-3). Null if the device service fails. */
export async function countDevices(
  list: (page: { condominiumId: string; cursor: string }) => Promise<DeviceAnswer<DevicePage>>,
  condominiumId: string,
): Promise<HealthDetails['devices'] | null> {
  const counts = { total: 0, online: 0, offline: 0, inactive: 0 }
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: DeviceAnswer<DevicePage> = await list({ condominiumId, cursor })
    if (page.kind !== 'answered') return null
    for (const { active, status } of page.data.devices) {
      if (!active) counts.inactive += 1
      else {
        counts.total += 1
        if (status !== 'unknown') counts[status] += 1
      }
    }
    cursor = page.data.nextCursor
  }
  return counts
}

import { expect, test } from 'vitest'
import type { DeviceAnswer } from '../../../src/services/devices/device-answer.ts'
import type { DevicePage } from '../../../src/services/devices/device-control-api.ts'
import { countDevices } from '../../../src/services/devices/device-counts.ts'
import { deviceOf } from '../../machines/devices/devices.ts'

function listing(pages: Record<string, DeviceAnswer<DevicePage>>) {
  const asked: unknown[] = []
  const list = async (page: { cursor?: string }) => {
    asked.push(page)
    return pages[page.cursor ?? ''] ?? { kind: 'unauthorized' as const }
  }
  return { asked, list }
}

function page(nextCursor: string | null, ...devices: DevicePage['devices']): DeviceAnswer<DevicePage> {
  return { kind: 'answered', data: { devices, nextCursor } }
}

test('all pages of a condominium are counted, deactivated devices apart (LIVE-6, LIVE-7, STATE-3)', async () => {
  const api = listing({
    '': page('next', deviceOf('A', { status: 'online' }), deviceOf('B', { status: 'offline' })),
    next: page(
      null,
      deviceOf('C', { status: 'online', active: false }),
      deviceOf('D', { status: 'offline', active: false }),
      deviceOf('E', { status: 'unknown' }),
    ),
  })
  expect(await countDevices(api.list, 'c1')).toEqual({ total: 3, online: 1, offline: 1, inactive: 2 })
  expect(api.asked).toEqual([
    { condominiumId: 'c1', cursor: '' },
    { condominiumId: 'c1', cursor: 'next' },
  ])
})

test('an incomplete list gives no counts', async () => {
  const api = listing({ '': page('next', deviceOf('A', { status: 'online' })) })
  expect(await countDevices(api.list, 'c1')).toBeNull()
})

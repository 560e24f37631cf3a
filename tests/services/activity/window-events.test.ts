import { afterEach, expect, test, vi } from 'vitest'
import { broadcastCondominiumEvents, broadcastLastActivity } from '../../../src/services/activity/window-events.ts'

const activity = {
  id: 'e1',
  condominiumId: 'c1',
  wordCode: 'AB-1',
  deviceName: 'Portão',
  ip: '10.0.0.1',
  kind: 'door-forced',
  description: 'Porta forçada',
  at: '2026-03-02T09:00:00.000Z',
} as const

function receivedBy(type: string): unknown[] {
  const window = new EventTarget()
  const received: unknown[] = []
  window.addEventListener(type, (event) => received.push((event as CustomEvent).detail))
  vi.stubGlobal('dispatchEvent', (event: Event) => window.dispatchEvent(event))
  return received
}

afterEach(() => vi.unstubAllGlobals())

test('the embedding page is notified which condominiums had an event (ACT-3)', () => {
  const received = receivedBy('condominiumEventsUpdate')
  broadcastCondominiumEvents(['c1', 'c2'])
  expect(received).toEqual([{ condominiumIds: ['c1', 'c2'] }])
})

test('the embedding page is notified of the last event (ACT-3)', () => {
  const received = receivedBy('condominiumEventsLastActivity')
  broadcastLastActivity(activity)
  expect(received).toEqual([{ activity }])
})

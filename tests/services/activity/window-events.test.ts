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

function heardBy(type: string): unknown[] {
  const window = new EventTarget()
  const heard: unknown[] = []
  window.addEventListener(type, (event) => heard.push((event as CustomEvent).detail))
  vi.stubGlobal('dispatchEvent', (event: Event) => window.dispatchEvent(event))
  return heard
}

afterEach(() => vi.unstubAllGlobals())

test('the embedding page is notified which condominiums had an event (ACT-3)', () => {
  const heard = heardBy('condominiumEventsUpdate')
  broadcastCondominiumEvents(['c1', 'c2'])
  expect(heard).toEqual([{ condominiumIds: ['c1', 'c2'] }])
})

test('the embedding page is notified of the last event (ACT-3)', () => {
  const heard = heardBy('condominiumEventsLastActivity')
  broadcastLastActivity(activity)
  expect(heard).toEqual([{ activity }])
})

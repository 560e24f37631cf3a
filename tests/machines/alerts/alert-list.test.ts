import { expect, test } from 'vitest'
import { type Activity, activityKinds } from '../../../contract/wire/answers/events.ts'
import { newAlerts, withAlerts, withIds } from '../../../src/machines/alerts/alert-list.ts'

function activity(id: string, kind: Activity['kind'] = 'door-forced', at = '2026-03-02T09:00:00.000Z'): Activity {
  return { id, condominiumId: 'c1', wordCode: 'W1', deviceName: '', ip: '', kind, description: '', at }
}

test('a forced door, a gate held open and a lost device call, and nothing else does (ALERT-1)', () => {
  const all = activityKinds.map((kind) => activity(kind, kind))
  expect(newAlerts(all, []).map(({ id }) => id)).toEqual(['door-forced', 'gate-held-open', 'device-down'])
})

test('what is known, and what stands there twice, calls once (ALERT-1)', () => {
  const found = newAlerts([activity('a'), activity('b'), activity('b')], ['a'])
  expect(found.map(({ id }) => id)).toEqual(['b'])
})

test('alerts stand in the order in which they happened', () => {
  const late = activity('late', 'door-forced', '2026-03-02T09:05:00.000Z')
  expect(withAlerts([late], [activity('early')]).map(({ id }) => id)).toEqual(['early', 'late'])
})

test('ids are remembered once, the last 2,000 of them', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `${index}`)
  const ids = withIds(many, ['0', 'new'])
  expect([ids.length, ids.at(0), ids.at(-1)]).toEqual([2_000, '1', 'new'])
})

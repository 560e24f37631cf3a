import { expect, test } from 'vitest'
import { type Activity, activityKinds } from '../../../contract/wire/answers/events.ts'
import { newAlerts, withAlerts, withIds } from '../../../src/machines/alerts/alert-list.ts'

function activity(id: string, kind: Activity['kind'] = 'door-forced', at = '2026-03-02T09:00:00.000Z'): Activity {
  return { id, condominiumId: 'c1', wordCode: 'W1', deviceName: '', ip: '', kind, description: '', at }
}

const nothing = { knownIds: [], isolatedUntil: {} }

test('of an isolated device nothing calls that happened before the end of that', () => {
  const at = (time: string) => activity(time, 'device-down', `2026-03-02T${time}.000Z`)
  const isolatedUntil = { W1: Date.parse('2026-03-02T09:00:00.000Z'), W2: Number.POSITIVE_INFINITY }
  const found = newAlerts([at('08:59:59'), at('09:00:00')], { ...nothing, isolatedUntil })
  expect(found.map(({ id }) => id)).toEqual(['09:00:00'])
})

test('a forced door, a gate held open and a lost device call, and nothing else does (ALERT-1)', () => {
  const all = activityKinds.map((kind) => activity(kind, kind))
  expect(newAlerts(all, nothing).map(({ id }) => id)).toEqual(['door-forced', 'gate-held-open', 'device-down'])
})

test('what is known, and what stands there twice, calls once (ALERT-1)', () => {
  const found = newAlerts([activity('a'), activity('b'), activity('b')], { ...nothing, knownIds: ['a'] })
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

import { expect, test } from 'vitest'
import { type Activity, activityKinds } from '../../../contract/wire/answers/events.ts'
import { newAlerts, withAlerts, withIds } from '../../../src/machines/alerts/alert-list.ts'

function activity(id: string, kind: Activity['kind'] = 'door-forced', at = '2026-03-02T09:00:00.000Z'): Activity {
  return { id, condominiumId: 'c1', wordCode: 'W1', deviceName: '', ip: '', kind, description: '', at }
}

const nothing = { knownIds: [], isolatedUntil: {} }

test('an event of an isolated device before the end of the isolation does not alert', () => {
  const at = (time: string) => activity(time, 'device-down', `2026-03-02T${time}.000Z`)
  const isolatedUntil = { W1: Date.parse('2026-03-02T09:00:00.000Z'), W2: Number.POSITIVE_INFINITY }
  const found = newAlerts([at('08:59:59'), at('09:00:00')], { ...nothing, isolatedUntil })
  expect(found.map(({ id }) => id)).toEqual(['09:00:00'])
})

test('only forced doors, gates held open and lost devices alert (ALERT-1)', () => {
  const all = activityKinds.map((kind) => activity(kind, kind))
  expect(newAlerts(all, nothing).map(({ id }) => id)).toEqual(['door-forced', 'gate-held-open', 'device-down'])
})

test('a known event does not alert, and a repeated event alerts once (ALERT-1)', () => {
  const found = newAlerts([activity('a'), activity('b'), activity('b')], { ...nothing, knownIds: ['a'] })
  expect(found.map(({ id }) => id)).toEqual(['b'])
})

test('alerts are sorted by sequence, also if the clock was set back; without one they stay in the order of arrival', () => {
  const second = { ...activity('second'), sequence: 2 }
  const first = { ...activity('first', 'door-forced', '2026-03-02T09:05:00.000Z'), sequence: 1 }
  expect(withAlerts([second], [first]).map(({ id }) => id)).toEqual(['first', 'second'])
  const later = activity('later', 'door-forced', '2026-03-02T09:05:00.000Z')
  expect(withAlerts([later], [activity('latest')]).map(({ id }) => id)).toEqual(['later', 'latest'])
})

test('the last 2,000 known ids are kept, without duplicates', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `${index}`)
  const ids = withIds(many, ['0', 'new'])
  expect([ids.length, ids.at(0), ids.at(-1)]).toEqual([2_000, '1', 'new'])
})

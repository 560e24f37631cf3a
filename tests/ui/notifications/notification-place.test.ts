import { expect, test } from 'vitest'
import { notificationPlace } from '../../../src/ui/notifications/notification-place.ts'

test.each([
  [{ wordCode: 'W1', condominiumId: 'c1' }, '/devices/W1'],
  [{ wordCode: '../x' }, '/devices/..%2Fx'],
  [{ condominiumId: 'c1' }, '/condominiums/c1'],
  [{ incidentId: 'i1', wordCode: 'W1', condominiumId: 'c1' }, '/incidents/i1'],
  [{ wordCode: 7, condominiumId: null }, null],
  [{}, null],
])('a notification with %j leads to %s (ALERT-2)', (data, place) => {
  expect(notificationPlace(data)).toBe(place)
})

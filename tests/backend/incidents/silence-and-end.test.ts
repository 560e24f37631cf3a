import { expect, test } from 'vitest'
import { beginIncident, lifeOf, moveIncident } from '../../../backend/incidents/moved-incident.ts'

const minute = 60_000
const at = Date.parse('2026-11-20T05:00:00.000Z')

test('a silenced forced door is resolved without a notification if its silence and its half hour end at the same time (INC-4, INC-6)', () => {
  const device = { customersId: 'c', condominiumId: 'c1', wordCode: 'W1' }
  const incident = beginIncident({ ...device, kind: 'door-forced', at, failing: 1 })
  moveIncident(incident, {
    type: 'person.silenced',
    at: at + minute,
    by: 'u1',
    until: at + 30 * minute,
    reason: 'Obra',
  })
  incident.notices = []
  moveIncident(incident, { type: 'clock.reached', at: at + 30 * minute })
  expect([lifeOf(incident.snapshot), incident.snapshot.value.notice, incident.notices]).toEqual([
    'resolved',
    'quiet',
    [],
  ])
  expect(incident.snapshot.context.silence).toBeNull()
})

import { expect, test } from 'vitest'
import { withChanged } from '../../../src/machines/incidents/incident-list.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'

test('of two versions of an incident the newer one is kept, in any order of arrival (INC-3)', () => {
  const [late, early] = [incidentOf('i', { version: 3, life: 'closed' }), incidentOf('i', { version: 2 })]
  expect(withChanged([late], [early])).toEqual([late])
  expect(withChanged([early], [late])).toEqual([late])
})

test('an incident that began later is above the others, also if the clock was set back before it', () => {
  const ahead = incidentOf('ahead', { sequence: 1, since: '2026-03-02T10:00:00.000Z' })
  const later = incidentOf('later', { sequence: 2, since: '2026-03-02T09:05:00.000Z' })
  expect(withChanged([ahead], [later])).toEqual([later, ahead])
})

test('the list keeps all open incidents and the last 200 closed ones', () => {
  const over = Array.from({ length: 300 }, (_, at) => incidentOf(`over ${at}`, { life: 'closed' }))
  const open = Array.from({ length: 300 }, (_, at) => incidentOf(`open ${at}`))
  const list = withChanged(over, open)
  expect([list.filter(({ life }) => life === 'closed').length, list.length]).toEqual([200, 500])
})

import { expect, test } from 'vitest'
import { eventView } from '../../../src/ui/event-feed/event-kinds.ts'
import { BellIcon, DoorIcon } from '../../../src/ui/parts/icons/icons.tsx'

test.each(['Q999', 'constructor', 'toString', 'hasOwnProperty'])(
  'an event of the unknown kind %s has its code, in grey, and the general icon (EVT-1)',
  (kind) => {
    expect(eventView({ kind, description: '', catalogued: null })).toEqual({
      ...{ text: `Evento ${kind}`, tone: 'neutral', Icon: BellIcon },
    })
  },
)

test('an event of a known kind has its own icon', () => {
  expect(eventView({ kind: 'door-forced', description: '', catalogued: null }).Icon).toBe(DoorIcon)
})

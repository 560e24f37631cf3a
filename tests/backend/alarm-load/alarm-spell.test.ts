import { expect, it } from 'vitest'
import { type Alarm, alarmSpell } from '../../../backend/alarm-load/alarm-spell.ts'

const minute = 60_000

function alarm(at: number, more: Partial<Alarm> = {}): Alarm {
  const place = { condominiumId: 'c1', deviceName: 'Catraca', condominiumName: 'Edifício Água Viva' }
  return { at, incidentId: `i${at}`, ...place, endedAt: at + minute, isTaken: true, ...more }
}

it('finds the ten minutes with the most calls, the eleventh minute apart (INC-9)', () => {
  const alarms = [0, 2, 10, 11, 12, 19.99, 20].map((at) => alarm(at * minute))
  expect(alarmSpell(alarms, 0, 60 * minute).worst).toEqual({ from: new Date(10 * minute).toISOString(), alarms: 4 })
  expect(alarmSpell(alarms, 0, 9 * minute)).toMatchObject({ alarms: 2, worst: { alarms: 2 } })
  expect(alarmSpell([], 0, minute)).toMatchObject({ alarms: 0, worst: null, longest: null })
})

it('tells what nobody took longest, at most to the end of the time (INC-9)', () => {
  const alarms = [alarm(0, { endedAt: 5 * minute }), alarm(minute, { endedAt: null, isTaken: false })]
  expect(alarmSpell(alarms, 0, 60 * minute).longest).toMatchObject({
    incidentId: 'i60000',
    forMs: 59 * minute,
    isTaken: false,
  })
  expect(alarmSpell(alarms.slice(0, 1), 0, 2 * minute).longest).toMatchObject({ forMs: 2 * minute, isTaken: false })
  expect(alarmSpell(alarms.slice(0, 1), 0, 60 * minute).longest).toMatchObject({ forMs: 5 * minute, isTaken: true })
})

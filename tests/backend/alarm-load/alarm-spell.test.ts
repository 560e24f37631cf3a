import { expect, it } from 'vitest'
import { type Alarm, alarmPeriod } from '../../../backend/alarm-load/alarm-period.ts'

const minute = 60_000

function alarm(at: number, more: Partial<Alarm> = {}): Alarm {
  const names = { condominiumId: 'c1', deviceName: 'Catraca', condominiumName: 'Edifício Água Viva' }
  return { at, incidentId: `i${at}`, ...names, endedAt: at + minute, takenBy: 'ana', ...more }
}

it('the report finds the ten minutes with the most calls, without the eleventh minute (INC-9)', () => {
  const alarms = [0, 2, 10, 11, 12, 19.99, 20].map((at) => alarm(at * minute))
  expect(alarmPeriod(alarms, 0, 60 * minute).worst).toEqual({
    from: new Date(10 * minute).toISOString(),
    alarms: 4,
    incidentId: `i${10 * minute}`,
  })
  expect(alarmPeriod(alarms, 0, 9 * minute)).toMatchObject({ alarms: 2, worst: { alarms: 2 } })
  expect(alarmPeriod([], 0, minute)).toMatchObject({ alarms: 0, worst: null, longest: null, medianMs: null })
})

it('the report finds the call that waited longest for a person, until the end of the period at most (INC-9)', () => {
  const alarms = [alarm(0, { endedAt: 5 * minute }), alarm(minute, { endedAt: null, takenBy: null })]
  expect(alarmPeriod(alarms, 0, 60 * minute).longest).toMatchObject({
    incidentId: 'i60000',
    forMs: 59 * minute,
    isTaken: false,
  })
  expect(alarmPeriod(alarms.slice(0, 1), 0, 2 * minute).longest).toMatchObject({ forMs: 2 * minute, isTaken: false })
  expect(alarmPeriod(alarms.slice(0, 1), 0, 60 * minute).longest).toMatchObject({ forMs: 5 * minute, isTaken: true })
})

it('the report calculates the median time until a call was taken, over calls taken by a person within the period (INC-9)', () => {
  const after = (at: number, minutes: number | null, takenBy: string | null = 'ana') =>
    alarm(at * minute, { endedAt: minutes === null ? null : (at + minutes) * minute, takenBy })
  const three = [after(0, 1), after(1, 2), after(2, 9)]
  expect(alarmPeriod(three, 0, 60 * minute).medianMs).toBe(2 * minute)
  expect(alarmPeriod([...three, after(3, 4)], 0, 60 * minute).medianMs).toBe(3 * minute)
  const others = [after(4, 0), after(5, 30, null), after(6, null, null), after(7, 55)]
  expect(alarmPeriod([...three, ...others], 0, 60 * minute).medianMs).toBe(2 * minute)
})

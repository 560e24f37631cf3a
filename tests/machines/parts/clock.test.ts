import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { activityMachine } from '../../../src/machines/activity/activity.machine.ts'
import { browserClock, createServerClock, now, type PanelClock } from '../../../src/machines/parts/clock.ts'
import { serverNow } from '../../../src/machines/parts/server-now.ts'
import { hour, minute } from '../../models/session/session-fixtures.ts'

const noon = Date.UTC(2026, 10, 21, 12)

/** A computer's clock, and the clock of the server that is derived from it. */
function clocks() {
  let time = noon
  const computer: PanelClock = { ...browserClock, now: () => time }
  return {
    clock: createServerClock(computer),
    /** Also used as setting the computer's clock. */
    advance: (ms: number) => {
      time += ms
    },
  }
}

test("until the first answer, the server's time is the computer's time (LIVE-10)", () => {
  expect(clocks().clock.serverNow()).toBe(noon)
})

test.each([-3 * hour, -minute, 5_000, 3 * hour])(
  'the clock adopts the time of a server that is %i ms ahead',
  (ahead) => {
    const { clock, advance } = clocks()
    clock.compare(noon + ahead, 0)
    expect(Math.abs(clock.serverNow() - noon - ahead)).toBeLessThanOrEqual(1_000)
    expect(clock.now()).toBe(noon)
    advance(minute)
    expect(Math.abs(clock.serverNow() - noon - minute - ahead)).toBeLessThanOrEqual(1_000)
  },
)

test.each([
  ['milliseconds that the Date header omits', noon - 999, 0],
  ['a slow call with an answer dated long before its arrival', noon - 20_000, 20_000],
  ['an answer without a date', Number.NaN, 30],
])("the server's time does not change with %s", (_, serverTime, durationMs) => {
  const { clock } = clocks()
  clock.compare(serverTime, durationMs)
  expect(clock.serverNow()).toBe(noon)
})

test("the server's time is right again after the computer's clock was corrected", () => {
  const { clock, advance } = clocks()
  clock.compare(noon + hour, 0)
  advance(hour)
  clock.compare(noon + hour, 0)
  expect(Math.abs(clock.serverNow() - noon - hour)).toBeLessThanOrEqual(1_000)
})

test("ages of events are based on the server's time, even if the computer's time is different", () => {
  const { clock } = clocks()
  clock.compare(noon + 3 * hour, 0)
  const activity = createActor(activityMachine.provide({ actions: { broadcast: () => {} } }), { clock })
  activity.start()
  activity.send({ type: 'socket.batch', condominiumIds: ['c1'], activities: [] })
  const { context } = activity.getSnapshot()
  expect(now(activity)).toBe(noon)
  expect(context.now).toBe(serverNow(activity))
  context.board.load([{ condominiumId: 'c2', text: '', at: noon + 2 * hour + 59 * minute }], context.now)
  expect(['c1', 'c2'].map((id) => context.board.textOf(id, context.now))).toEqual(['Agora', 'há 1 minuto'])
  activity.stop()
})

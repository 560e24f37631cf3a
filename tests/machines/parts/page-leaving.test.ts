import { describe, expect, test } from 'vitest'
import { PageLeaving } from '../../../src/machines/parts/page-leaving.ts'

function leavingPage() {
  const clock = { now: 1_000 }
  const leaving = new PageLeaving(() => clock.now)
  leaving.begin()
  return { clock, leaving }
}

/** All tests below cover LIVE-4. */
describe('a page that begins to unload', () => {
  test('stays open if a service answers 2 s after the unload and after the last cut call', () => {
    const { clock, leaving } = leavingPage()
    clock.now += 1_999
    expect([leaving.answered(), leaving.isLeaving]).toEqual([false, true])
    leaving.cut()
    clock.now += 1_999
    expect([leaving.answered(), leaving.isLeaving]).toEqual([false, true])
    clock.now += 1
    expect([leaving.answered(), leaving.isLeaving]).toEqual([true, false])
    expect(leaving.answered()).toBe(false)
  })

  test('calls a service unreachable 10 s later, because the page may have stayed', () => {
    const { clock, leaving } = leavingPage()
    clock.now += 9_999
    leaving.cut()
    expect(leaving.isCutting).toBe(true)
    clock.now += 1
    expect([leaving.isCutting, leaving.isLeaving]).toEqual([false, true])
  })

  test('is no longer leaving after it has ended or returned', () => {
    const { leaving } = leavingPage()
    leaving.turn()
    expect([leaving.isCutting, leaving.isLeaving, leaving.answered()]).toEqual([false, false, false])
  })

  test('is not held by a clock that was set back', () => {
    const { clock, leaving } = leavingPage()
    clock.now -= 60_000
    expect([leaving.isCutting, leaving.answered()]).toEqual([false, true])
  })
})

test('a cut call of a page that stays has no effect', () => {
  const leaving = new PageLeaving(() => 0)
  leaving.cut()
  expect([leaving.isCutting, leaving.isLeaving, leaving.answered()]).toEqual([false, false, false])
})

import { afterEach, expect, test, vi } from 'vitest'
import { watchPageTurns } from '../../../src/services/page/page-turns.ts'

afterEach(() => vi.unstubAllGlobals())

/** LIVE-4. */
test('the end of a page and its return from the back/forward cache are turns, its first load is not, and an unload attempt is reported separately', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const reported: string[] = []
  const stop = watchPageTurns({ onLeaving: () => reported.push('leaving'), onTurn: () => reported.push('turn') })
  const happens = (type: string, persisted = false) => page.dispatchEvent(Object.assign(new Event(type), { persisted }))
  happens('pageshow')
  expect(reported).toEqual([])
  happens('beforeunload')
  happens('pagehide', true)
  happens('pageshow', true)
  expect(reported).toEqual(['leaving', 'turn', 'turn'])
  stop()
  for (const type of ['beforeunload', 'pagehide', 'pageshow']) happens(type, true)
  expect(reported).toHaveLength(3)
})

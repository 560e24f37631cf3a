import { useEffect, useEffectEvent, useReducer } from 'react'
import { now } from '../../../machines/parts/clock.ts'
import { serverNow } from '../../../machines/parts/server-now.ts'
import { usePanel } from '../../panel-context.tsx'
import { madeOnce } from '../loading/made-once.ts'
import { createViewClock, type ViewTime } from './view-clock.ts'

/**
 * What a view tells by the time: looked at every second while the page can be seen, and the view is rendered again only when it
 * changes.
 * @param isSame whether it did not change; without it, whether it is the same value
 */
export function useByTime<Told>(
  tell: (time: ViewTime) => Told,
  isSame: (before: Told, after: Told) => boolean = Object.is,
): Told {
  const clock = clockOf(usePanel())
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const told = tell(clock.time())
  const look = useEffectEvent(() => {
    if (!isSame(told, tell(clock.time()))) renderAgain()
  })
  // No external store: a second that ends while React draws 50,000 devices bit by bit would have it draw them at once.
  useEffect(() => clock.watch(() => look()), [clock])
  return told
}

/**
 * The time in milliseconds since the epoch, every second: what a whole view counts from, of what the panel itself noted. A view
 * of which only few words change tells those by `useByTime`.
 */
export function useNow(): number {
  return useByTime(({ now }) => now)
}

/** The same on the server's clock: ages of what the server noted are counted to it (LIVE-10). */
export function useServerNow(): number {
  return useByTime(({ serverNow }) => serverNow)
}

const clockOf = madeOnce((panel: ReturnType<typeof usePanel>) =>
  createViewClock(() => ({ now: now(panel), serverNow: serverNow(panel) })),
)

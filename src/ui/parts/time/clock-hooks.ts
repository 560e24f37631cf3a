import { useEffect, useEffectEvent, useReducer } from 'react'
import { now } from '../../../machines/parts/clock.ts'
import { serverNow } from '../../../machines/parts/server-now.ts'
import { usePanel } from '../../panel-context.tsx'
import { madeOnce } from '../loading/made-once.ts'
import { createViewClock, type ViewTime } from './view-clock.ts'

/**
 * Derives a value from the time, each second while the page is visible; renders only if the value changes.
 * @param isSame compares two values; default `Object.is`
 */
export function useByTime<Value>(
  read: (time: ViewTime) => Value,
  isSame: (before: Value, after: Value) => boolean = Object.is,
): Value {
  const clock = clockOf(usePanel())
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const value = read(clock.time())
  const check = useEffectEvent(() => {
    if (!isSame(value, read(clock.time()))) renderAgain()
  })
  // Not `useSyncExternalStore`: a tick during a concurrent render of 50,000 devices would force a synchronous render.
  useEffect(() => clock.watch(() => check()), [clock])
  return value
}

/** Time in milliseconds since the epoch, each second. For few time-dependent texts, use `useByTime`. */
export function useNow(): number {
  return useByTime(({ now }) => now)
}

/** Current time on the server's clock; for the age of times that the server recorded (LIVE-10). */
export function useServerNow(): number {
  return useByTime(({ serverNow }) => serverNow)
}

const clockOf = madeOnce((panel: ReturnType<typeof usePanel>) =>
  createViewClock(() => ({ now: now(panel), serverNow: serverNow(panel) })),
)

import { useEffect, useState } from 'react'
import { now } from '../../machines/parts/clock.ts'
import { serverNow } from '../../machines/parts/server-now.ts'
import { usePanel } from '../panel-context.tsx'

const tickMs = 1_000

/**
 * The time in milliseconds since the epoch, every second while the page can be seen: one clock for all that a view counts from
 * what the panel itself noted.
 */
export function useNow(): number {
  return useTicking(now)
}

/** The same on the server's clock: ages of what the server noted are counted to it (LIVE-10). */
export function useServerNow(): number {
  return useTicking(serverNow)
}

function useTicking(read: typeof now): number {
  const panel = usePanel()
  const [time, setTime] = useState(() => read(panel))
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const tick = () => setTime(read(panel))
    const follow = () => {
      clearInterval(timer)
      if (document.visibilityState !== 'visible') return
      tick()
      timer = setInterval(tick, tickMs)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [panel, read])
  return time
}

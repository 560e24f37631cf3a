import { useEffect, useState } from 'react'

const tickMs = 1_000

/** The time in milliseconds since the epoch, every second while the page can be seen: one clock for all that a view counts. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const follow = () => {
      clearInterval(timer)
      if (document.visibilityState !== 'visible') return
      setNow(Date.now())
      timer = setInterval(() => setNow(Date.now()), tickMs)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])
  return now
}

import { type RefObject, useEffect, useRef } from 'react'

/** So far below the screen, in pixels, that what comes is there before somebody sees the end. */
const aheadPx = 800

/**
 * Says when the end of a list is near the screen.
 * @param length how long the list is: one that has grown and whose end is still near says so again
 * @returns a ref for what stands at the end
 */
export function useReached(length: number, onReached: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  const reached = useRef(onReached)
  useEffect(() => {
    reached.current = onReached
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer tells of changes only; a longer list is another end
  useEffect(() => {
    if (end.current === null) return
    // A busy browser tells of several changes at once: the last is how it stands.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && reached.current(), {
      rootMargin: `${aheadPx}px`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [length])
  return end
}

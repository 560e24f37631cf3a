import { type RefObject, useEffect, useRef } from 'react'

/** Distance below the screen, in pixels, at which the next page is loaded, so that a person rarely sees the end. */
const aheadPx = 800

/**
 * Calls `onReached` when the end of a list is near the screen.
 * @param length length of the list: calls again if the list has grown and its end is still near
 * @returns a ref for the element at the end
 */
export function useReached(length: number, onReached: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  const reached = useRef(onReached)
  useEffect(() => {
    reached.current = onReached
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer reports changes only; a longer list needs a new one
  useEffect(() => {
    if (end.current === null) return
    // A busy browser reports several changes together; the last one is current.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && reached.current(), {
      rootMargin: `${aheadPx}px`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [length])
  return end
}

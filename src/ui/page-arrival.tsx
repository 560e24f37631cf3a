import { createContext, type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'

const Arrival = createContext<RefObject<boolean> | null>(null)

/** Prefix of every page title: the number of unseen alerts (ALERT-1). */
export const TitlePrefix = createContext('')

/**
 * Tracks whether the person came to the page by navigation: then its heading gets the focus, unlike on the first load.
 */
export function PageArrival({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const shownPath = useRef(path)
  const hasArrived = useRef(false)
  useLayoutEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    hasArrived.current = true
  }, [path])
  return <Arrival value={hasArrived}>{children}</Arrival>
}

/** Sets the document's title while mounted, and focuses the heading after a navigation. */
export function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const hasArrived = use(Arrival)
  const prefix = use(TitlePrefix)
  useEffect(() => {
    document.title = `${prefix}${title} · Guarita`
  }, [prefix, title])
  useEffect(() => {
    if (!hasArrived?.current) return
    // Focusing forces a layout; in an animation frame, the layout is computed anyway.
    const frame = requestAnimationFrame(() => {
      hasArrived.current = false
      heading.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [hasArrived])
  return heading
}

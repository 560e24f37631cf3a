import { createContext, type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'

const Arrival = createContext<RefObject<boolean> | null>(null)

/** What stands before the title of every page: how many alerts are unseen (ALERT-1). */
export const TitlePrefix = createContext('')

/** Knows whether the page on screen was come to by a link: then its heading takes the focus, on the first load it does not. */
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

/** Titles the document while mounted, and focuses the heading of a page that was come to by a link. */
export function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const hasArrived = use(Arrival)
  const prefix = use(TitlePrefix)
  useEffect(() => {
    document.title = `${prefix}${title} · Guarita`
  }, [prefix, title])
  useEffect(() => {
    if (!hasArrived?.current) return
    // The focus needs the page's layout, which the frame makes anyway.
    const frame = requestAnimationFrame(() => {
      hasArrived.current = false
      heading.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [hasArrived])
  return heading
}

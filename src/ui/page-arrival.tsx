import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { useFlow } from './panel-context.tsx'

const Arrival = createContext<RefObject<boolean> | null>(null)

/** Knows whether the page on screen was come to by a link: then its heading takes the focus, on the first load it does not. */
export function PageArrival({ children }: { children: ReactNode }) {
  const path = usePathname()
  const shownPath = useRef(path)
  const hasArrived = useRef(false)
  useLayoutEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    hasArrived.current = true
  }, [path])
  return <Arrival value={hasArrived}>{children}</Arrival>
}

/** Titles the document while mounted, with how many alerts are unseen (ALERT-1), and focuses the heading of a page that was come to by a link. */
export function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const hasArrived = use(Arrival)
  const unseen = useSelector(useFlow('alerts'), (alerts) => alerts?.context.unseen.length)
  useEffect(() => {
    document.title = `${unseen ? `(${unseen}) ` : ''}${title} · Guarita`
  }, [title, unseen])
  useEffect(() => {
    if (!hasArrived?.current) return
    hasArrived.current = false
    heading.current?.focus()
  }, [hasArrived])
  return heading
}

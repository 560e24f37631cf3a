import { type RefObject, useEffect, useRef } from 'react'
import { pageHeading } from './handed-on-focus.ts'

/** Moves the focus to an element that replaces the element with the focus. */
export function useFocusTaken<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null)
  useEffect(() => {
    if (hasNoFocus()) ref.current?.focus()
  }, [])
  return ref
}

/** Moves the focus to `target` (the page's heading) if a change of `change` removed the element with the focus. */
export function useLostFocusReturned(change: unknown, target?: RefObject<HTMLElement | null>): void {
  const known = useRef(change)
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    const note = ({ target }: FocusEvent) => {
      last.current = target
    }
    addEventListener('focusin', note, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  useEffect(() => {
    if (known.current === change) return
    known.current = change
    const isLost = last.current instanceof Node && !last.current.isConnected
    if (isLost && hasNoFocus()) (target === undefined ? pageHeading() : target.current)?.focus()
  }, [change, target])
}

function hasNoFocus(): boolean {
  return document.activeElement === document.body
}

import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Moves the focus to `next` (the page's heading) if the element disappears with the focus in it. */
export function useFocusHandedOn<Element extends HTMLElement>(
  next: (element: Element) => HTMLElement | null | undefined = pageHeading,
): RefObject<Element | null> {
  const ref = useRef<Element>(null)
  const find = useRef(next)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      // The cleanup runs before the element leaves the document.
      if (element?.contains(document.activeElement)) find.current(element)?.focus()
    }
  }, [])
  return ref
}

/** Moves the focus to the next row of its list (else the page's heading) if the row disappears with the focus in it. */
export function useRowFocusHandedOn<Row extends HTMLElement>(): RefObject<Row | null> {
  return useFocusHandedOn<Row>((row) => row.nextElementSibling?.querySelector('a') ?? pageHeading())
}

export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}

import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets `aria-activedescendant` of an element that renders before its list: the attribute names a row only while the row
 * is in the document. The element must not render the attribute itself.
 * @param rowId id of the active row, null if there is none
 */
export function useActiveDescendant(element: RefObject<HTMLElement | null>, rowId: string | null): void {
  // After each render: the list renders again if its rows change.
  useLayoutEffect(() => {
    const isDrawn = rowId !== null && document.getElementById(rowId) !== null
    if (isDrawn) element.current?.setAttribute('aria-activedescendant', rowId)
    else element.current?.removeAttribute('aria-activedescendant')
  })
  useLayoutEffect(() => {
    const owner = element.current
    return () => owner?.removeAttribute('aria-activedescendant')
  }, [element])
}

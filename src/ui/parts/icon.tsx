import type { ReactNode } from 'react'

/**
 * Makes an icon of 24 by 24 units in the colour and about the size of the text around it. A directed one points the other
 * way where text runs from right to left.
 */
export function icon(shape: ReactNode, direction?: 'directed') {
  return () => (
    <svg
      className={direction === undefined ? 'icon' : 'icon is-directed'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {shape}
    </svg>
  )
}

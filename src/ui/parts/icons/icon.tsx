import type { ReactNode } from 'react'

/**
 * Creates an icon of 24 by 24 units in the colour and about the size of the surrounding text. A directed icon is
 * mirrored in rtl.
 * @param shapes SVG elements, or the `d` of one `<path>`
 */
export function icon(shapes: ReactNode, direction?: 'directed') {
  return () => (
    <svg
      className={direction === undefined ? 'icon' : 'icon is-directed'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {typeof shapes === 'string' ? <path d={shapes} /> : shapes}
    </svg>
  )
}

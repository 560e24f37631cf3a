import type { ReactNode } from 'react'

/** Makes an icon of 24 by 24 units in the colour and about the size of the text around it. */
export function icon(shape: ReactNode) {
  return () => (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {shape}
    </svg>
  )
}

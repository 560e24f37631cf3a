import type { ReactNode } from 'react'
import { useRowFocusHandedOn } from '../handed-on-focus.ts'

/** Row of a list of troubles; hands its focus on when its trouble is over. */
export function TroubleItem({ className, children }: { className: string; children: ReactNode }) {
  const row = useRowFocusHandedOn<HTMLLIElement>()
  return (
    <li ref={row} className={`trouble d-grid align-items-center border-top ${className}`}>
      {children}
    </li>
  )
}

import type { ReactNode } from 'react'
import { pageHeading, useFocusHandedOn } from '../handed-on-focus.ts'

/** Row of a list of troubles; if its trouble is over, its focus goes to the next row, else to the page's heading. */
export function TroubleItem({ className, children }: { className: string; children: ReactNode }) {
  const row = useFocusHandedOn<HTMLLIElement>((li) => li.nextElementSibling?.querySelector('a') ?? pageHeading())
  return (
    <li ref={row} className={`trouble d-grid align-items-center border-top ${className}`}>
      {children}
    </li>
  )
}

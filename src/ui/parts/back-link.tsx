import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** Link below a page, to the list that the page belongs to. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="record-back">
      <Link href={href}>{children}</Link>
    </p>
  )
}

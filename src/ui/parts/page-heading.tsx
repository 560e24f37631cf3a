import type { ReactNode } from 'react'
import { useArrival } from '../page-arrival.tsx'

/** Page heading (`h1`) with a context line and actions; sets the document's title. */
export function PageHeading({ title, context, actions }: { title: string; context?: ReactNode; actions?: ReactNode }) {
  const heading = useArrival(title)
  return (
    <div className="page-heading d-flex flex-wrap align-items-center justify-content-between">
      <div className="page-heading-text">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {context !== undefined && <p>{context}</p>}
      </div>
      {actions}
    </div>
  )
}

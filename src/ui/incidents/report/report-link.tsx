import { Link } from 'wouter'
import { newIncidentAddress } from '../incident-address.ts'
import { useReportsOffered } from '../incident-hooks.ts'

/** Leads to the form for a written occurrence, if the server has written occurrences (BOOK-1). */
export function ReportLink() {
  return (
    useReportsOffered() && (
      <Link href={newIncidentAddress} className="btn btn-quiet">
        Nova ocorrência
      </Link>
    )
  )
}

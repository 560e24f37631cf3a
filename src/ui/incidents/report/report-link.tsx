import { Link } from 'wouter'
import { newIncidentAddress } from '../incident-address.ts'
import { useServerOffers } from '../incident-hooks.ts'

/** Link to the form for a written occurrence; shows nothing if the server has no written occurrences (BOOK-1). */
export function ReportLink() {
  return (
    useServerOffers('writtenOccurrences') && (
      <Link href={newIncidentAddress} className="btn btn-quiet">
        Nova ocorrência
      </Link>
    )
  )
}

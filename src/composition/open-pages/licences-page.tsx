import { useState } from 'react'
import { readLicences } from '../../services/licences/licence-list.ts'
import { LicencesPage as Shown } from '../../ui/licences/licences-page.tsx'

/** The page of licences, which loads its list when it is opened (OPS-3). */
export function LicencesPage() {
  const [licences] = useState(readLicences)
  return <Shown licences={licences} />
}

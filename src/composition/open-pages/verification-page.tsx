import { VerificationPage as Shown } from '../../ui/evidence/verification-page.tsx'
import { useStarted } from './started-actor.ts'
import { verification } from './verification.ts'

/** The page that verifies dossiers; its code and flow are fetched on demand (EVI-4). */
export function VerificationPage() {
  return <Shown verification={useStarted(verification)} />
}

import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { VerificationPage as Shown } from '../../ui/evidence/verification-page.tsx'
import { verification } from './verification.ts'

/** The page that verifies dossiers; its code and flow are fetched on demand (EVI-4). */
export function VerificationPage() {
  const [machine] = useState(verification)
  return <Shown verification={useActorRef(machine)} />
}

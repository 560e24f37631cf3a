import { useEffect, useState } from 'react'
import { createActor } from 'xstate'
import { VerificationPage as Shown } from '../../ui/evidence/verification-page.tsx'
import { verification } from './verification.ts'

/** The page that verifies dossiers; its code and flow are fetched on demand (EVI-4). */
export function VerificationPage() {
  const [flow] = useState(() => createActor(verification()))
  useEffect(() => {
    flow.start()
    return () => {
      flow.stop()
    }
  }, [flow])
  return <Shown verification={flow} />
}

import { useEffect, useState } from 'react'
import { createActor } from 'xstate'
import { InvitationPage as Shown } from '../../ui/invitation/invitation-page.tsx'
import { usePanel } from '../../ui/panel-context.tsx'
import { invitation } from './invitation.ts'

/** The page of a one-time link; its code and flow are fetched on demand (ACC-2). */
export function InvitationPage() {
  const panel = usePanel()
  const [flow] = useState(() => createActor(invitation(panel)))
  useEffect(() => {
    flow.start()
    return () => {
      flow.stop()
    }
  }, [flow])
  return <Shown invitation={flow} />
}

import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { InvitationPage as Shown } from '../../ui/invitation/invitation-page.tsx'
import { usePanel } from '../../ui/panel-context.tsx'
import { invitation } from './invitation.ts'

/** The page of a one-time link; its code and flow are fetched on demand (ACC-2). */
export function InvitationPage() {
  const panel = usePanel()
  const [machine] = useState(() => invitation(panel))
  return <Shown invitation={useActorRef(machine)} />
}

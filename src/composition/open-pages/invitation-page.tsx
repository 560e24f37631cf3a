import { InvitationPage as Shown } from '../../ui/invitation/invitation-page.tsx'
import { usePanel } from '../../ui/panel-context.tsx'
import { invitation } from './invitation.ts'
import { useStarted } from './started-actor.ts'

/** The page of a one-time link; its code and flow are fetched on demand (ACC-2). */
export function InvitationPage() {
  const panel = usePanel()
  return <Shown invitation={useStarted(() => invitation(panel))} />
}

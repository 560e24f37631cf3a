import { useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ActorId } from '../machines/panel/flows.ts'
import type { panelMachine } from '../machines/panel/panel.machine.ts'

type PanelRef = ActorRefFrom<typeof panelMachine>
type PanelSnapshot = SnapshotFrom<typeof panelMachine>
type Children = PanelSnapshot['children']

/** The root actor, for the hooks of this folder. */
export const PanelContext = createContext<PanelRef | null>(null)

/** The root actor. Throws outside the provider in `app.tsx`. */
export function usePanel(): PanelRef {
  const panel = use(PanelContext)
  if (panel === null) throw new Error('no panel around this view')
  return panel
}

/** A flow under the root, or undefined while it does not run. A restarted flow is another reference (BOOT-4). */
export function useFlow<Id extends ActorId>(id: Id): Children[Id] {
  return useSelector(usePanel(), (panel) => panel.children[id])
}

/** What the page has to show, whoever is there. */
export type Access = 'loading' | 'misconfigured' | 'crashed' | 'signedOut' | 'signedIn' | 'expired'

/** Which kind of page may be shown (SES-11, BOOT-4, CFG-1). */
export function useAccess(): Access {
  return useSelector(usePanel(), accessOf)
}

function accessOf(panel: PanelSnapshot): Access {
  if (panel.matches('misconfigured')) return 'misconfigured'
  if (panel.matches('crashed') || panel.hasTag('unavailable')) return 'crashed'
  if (panel.hasTag('signedIn')) return 'signedIn'
  if (panel.hasTag('signedOut')) return 'signedOut'
  return panel.hasTag('expired') ? 'expired' : 'loading'
}

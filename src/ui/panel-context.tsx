import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ActorId, PanelMachine } from '../machines/panel/panel.machine.ts'

type PanelRef = ActorRefFrom<PanelMachine>
type PanelSnapshot = SnapshotFrom<PanelMachine>
type Children = PanelSnapshot['children']

const PanelContext = createContext<PanelRef | null>(null)
const FlowsContext = createContext<Children | null>(null)

/** The root actor and its flows for the views inside, which ask for flows in each of their hooks: one subscription for all of them. */
export function PanelProvider({ panel, children }: { panel: PanelRef; children: ReactNode }) {
  const flows = useSelector(panel, flowsOf, shallowEqual)
  return (
    <PanelContext value={panel}>
      <FlowsContext value={flows}>{children}</FlowsContext>
    </PanelContext>
  )
}

/** A copy, for the root's own may be changed in place. */
function flowsOf(panel: PanelSnapshot): Children {
  return { ...panel.children }
}

/** The root actor. Throws outside of the provider. */
export function usePanel(): PanelRef {
  return provided(use(PanelContext))
}

/** A flow under the root, or undefined while it does not run. A restarted flow is another reference (BOOT-4). Throws outside of the provider. */
export function useFlow<Id extends ActorId>(id: Id): Children[Id] {
  return provided(use(FlowsContext))[id]
}

function provided<Value>(value: Value | null): Value {
  if (value === null) throw new Error('no panel around this view')
  return value
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

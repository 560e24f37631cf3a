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

type FlowOf<Id extends ActorId> = NonNullable<Children[Id]>
type FlowSnapshot<Id extends ActorId> = FlowOf<Id> extends { getSnapshot(): infer Snapshot } ? Snapshot : undefined

/** A flow under the root, or undefined while the flow does not run. A restarted flow is another reference (BOOT-4). */
export function useFlowIfThere<Id extends ActorId>(id: Id): Children[Id] {
  return provided(use(FlowsContext))[id]
}

/** A flow that runs wherever the view is shown: one of whoever is signed in, on their pages. Throws elsewhere. */
export function useFlow<Id extends ActorId>(id: Id): FlowOf<Id> {
  return provided(useFlowIfThere(id))
}

/** What a view shows of such a flow. */
export function useFlowState<Id extends ActorId, Told>(
  id: Id,
  select: (snapshot: FlowSnapshot<Id>) => Told,
  isSame?: (before: Told, after: Told) => boolean,
): Told {
  return useSelector<FlowOf<Id>, Told>(useFlow(id), select, isSame)
}

/** A hook for what several views show of a flow. */
export function flowHook<Id extends ActorId, Told>(
  ...selection: Parameters<typeof useFlowState<Id, Told>>
): () => Told {
  return () => useFlowState(...selection)
}

function provided<Value>(value: Value): NonNullable<Value> {
  if (value == null) throw new Error('the flow does not run')
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

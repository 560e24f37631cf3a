import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ActorId, PanelMachine } from '../machines/panel/panel.machine.ts'

type PanelRef = ActorRefFrom<PanelMachine>
type PanelSnapshot = SnapshotFrom<PanelMachine>
type Children = PanelSnapshot['children']

const PanelContext = createContext<PanelRef | null>(null)
const FlowsContext = createContext<Children | null>(null)

/** Provides the root actor and its flows with one subscription, because many hooks select flows. */
export function PanelProvider({ panel, children }: { panel: PanelRef; children: ReactNode }) {
  const flows = useSelector(panel, flowsOf, shallowEqual)
  return (
    <PanelContext value={panel}>
      <FlowsContext value={flows}>{children}</FlowsContext>
    </PanelContext>
  )
}

/** Copies the children, because the root may change its own object in place. */
function flowsOf(panel: PanelSnapshot): Children {
  return { ...panel.children }
}

/** Root actor. Throws outside the provider. */
export function usePanel(): PanelRef {
  return provided(use(PanelContext))
}

type FlowOf<Id extends ActorId> = NonNullable<Children[Id]>
type FlowSnapshot<Id extends ActorId> = FlowOf<Id> extends { getSnapshot(): infer Snapshot } ? Snapshot : undefined

/** Flow under the root, or undefined while it is not running. A restarted flow has a new reference (BOOT-4). */
export function useFlowIfThere<Id extends ActorId>(id: Id): Children[Id] {
  return provided(use(FlowsContext))[id]
}

/** Flow that always runs where the view is shown. Throws if it is not running. */
export function useFlow<Id extends ActorId>(id: Id): FlowOf<Id> {
  return provided(useFlowIfThere(id))
}

export function useFlowState<Id extends ActorId, Value>(
  id: Id,
  select: (snapshot: FlowSnapshot<Id>) => Value,
  isSame?: (before: Value, after: Value) => boolean,
): Value {
  return useSelector<FlowOf<Id>, Value>(useFlow(id), select, isSame)
}

/** Creates a hook for a selection that several views use. */
export function flowHook<Id extends ActorId, Value>(
  ...selection: Parameters<typeof useFlowState<Id, Value>>
): () => Value {
  return () => useFlowState(...selection)
}

function provided<Value>(value: Value): NonNullable<Value> {
  if (value == null) throw new Error('no such flow')
  return value
}

export type Access = 'loading' | 'misconfigured' | 'crashed' | 'signedOut' | 'signedIn' | 'expired'

/** Selects which kind of page may be shown (SES-11, BOOT-4, CFG-1). */
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

import type { AnyActorLogic, AnyStateMachine, EventFromLogic, InputFrom } from 'xstate'
import type { LaterLogic } from '../parts/not-provided.ts'
import type { PanelContext, PanelEvent } from './panel-protocol.ts'

/**
 * Charts of the flows that live while a session is stored, by id (`id` and `systemId` alike). The file of each flow in
 * `composition/flows` adds its chart here, so that this folder and the views know the flow's types without importing
 * the composition.
 */
// biome-ignore lint/suspicious/noEmptyInterface: declared here, filled by `declare module` in each flow's file
export interface SessionFlows {}

export type SessionFlowId = keyof SessionFlows

/** Charts of all these flows; their code is loaded after the sign-in. */
export type SessionCharts = { [Id in SessionFlowId]: LaterLogic<SessionFlows[Id]> }

/** Events of the root that a chart accepts, with the expected fields: only these can be forwarded to it. */
type ReceivedEvents<Chart extends AnyActorLogic> = PanelEvent extends infer Event
  ? Event extends EventFromLogic<Chart> & { type: infer Type }
    ? Type
    : never
  : never

/** The properties of a flow that the root needs before the code of the flow is loaded. */
export type FlowPlan<Chart extends AnyStateMachine> = {
  /** Reports of other flows that the root forwards to this one. */
  hears?: readonly ReceivedEvents<Chart>[]
} & (undefined extends InputFrom<Chart>
  ? { input?: never }
  : {
      /** Makes the input of the chart. */
      input: (known: { context: PanelContext }) => InputFrom<Chart>
    })

/** Plans of all flows that live while a session is stored. */
export type SessionFlowPlans = { [Id in SessionFlowId]: FlowPlan<SessionFlows[Id]> }

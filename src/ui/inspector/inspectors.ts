import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { inspectorMachine } from '../../machines/inspector/inspector.machine.ts'
import type { usePanel } from '../panel-context.tsx'

export type InspectorRef = ActorRefFrom<typeof inspectorMachine>

/** A flow that the inspector starts. */
export type InspectorPart<Name extends 'sender' | 'simulator' | 'hosted'> = NonNullable<
  SnapshotFrom<typeof inspectorMachine>['children'][Name]
>

/** The inspector of a panel, for whoever may use it, made when its page asks. It watches the panel and is no part of it (INS-1). */
export const inspectors = new WeakMap<ReturnType<typeof usePanel>, () => InspectorRef>()

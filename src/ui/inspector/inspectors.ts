import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { inspectorMachine } from '../../machines/inspector/inspector.machine.ts'
import type { usePanel } from '../panel-context.tsx'

export type InspectorRef = ActorRefFrom<typeof inspectorMachine>

/** Name of a machine that runs beside the inspector. */
export type InspectorPartName = 'sender' | 'simulator' | 'hosted' | 'replayMaker' | 'brake' | 'pageFaults'

export type InspectorPart<Name extends InspectorPartName> = NonNullable<
  SnapshotFrom<typeof inspectorMachine>['children'][Name]
>

/** Creates a panel's inspector when its page opens; it observes the panel and is not part of it (INS-1). */
export const inspectors = new WeakMap<ReturnType<typeof usePanel>, () => InspectorRef>()

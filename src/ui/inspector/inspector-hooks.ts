import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import type { RecordedActor, RecordedState, Recording } from '../../inspector/recording/recording.ts'
import type { InspectorPart, InspectorPartName, InspectorRef } from './inspectors.ts'

export const InspectorContext = createContext<InspectorRef | null>(null)

/** Throws outside the inspector's page. */
export function useInspector(): InspectorRef {
  const inspector = use(InspectorContext)
  if (inspector === null) throw new Error('useInspector must be called inside the page of the inspector')
  return inspector
}

/** Actor beside the inspector; null after its end. */
export function useInspectorPart<Name extends InspectorPartName>(name: Name): InspectorPart<Name> | null {
  return useSelector(useInspector(), ({ children }) => children[name] ?? null)
}

/** Recording on screen. A live recording is changed in place: its revision triggers the render. */
export function useRecording(): { recording: Recording; revision: number; fileName: string | null } {
  return useSelector(
    useInspector(),
    ({ context: { recording, revision, fileName } }) => ({ recording, revision, fileName }),
    shallowEqual,
  )
}

/** Number of the selected event; null while following the newest event. */
export function useMoment(): number | null {
  return useSelector(useInspector(), (inspector) => (inspector.hasTag('following') ? null : inspector.context.seq))
}

export function useSelectedActor(): RecordedActor | null {
  const { recording } = useRecording()
  const id = useSelector(useInspector(), ({ context }) => context.actorId)
  return (id === null ? undefined : recording.actor(id)) ?? null
}

/** State of an actor at the selected moment; null if unknown. */
export function useActorState(actorId: string): RecordedState | null {
  const { recording } = useRecording()
  return recording.stateAt(actorId, useMoment()) ?? null
}

import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import type { RecordedActor, RecordedState, Recording } from '../../inspector/recording/recording.ts'
import type { InspectorPart, InspectorRef } from './inspectors.ts'

/** The inspector whose page is on screen. */
export const InspectorContext = createContext<InspectorRef | null>(null)

/** Throws outside the inspector's page. */
export function useInspector(): InspectorRef {
  const inspector = use(InspectorContext)
  if (inspector === null) throw new Error('no inspector around this view')
  return inspector
}

/** A flow beside it; null where it has ended. */
export function useInspectorPart<Name extends 'sender' | 'simulator' | 'hosted'>(
  name: Name,
): InspectorPart<Name> | null {
  return useSelector(useInspector(), ({ children }) => children[name] ?? null)
}

/** What is shown; the revision makes a view look again, for a live recording grows in place. */
export function useRecording(): { recording: Recording; revision: number; fileName: string | null } {
  return useSelector(
    useInspector(),
    ({ context: { recording, revision, fileName } }) => ({ recording, revision, fileName }),
    shallowEqual,
  )
}

/** The event after which things are shown; null for now. */
export function useMoment(): number | null {
  return useSelector(useInspector(), (inspector) => (inspector.hasTag('following') ? null : inspector.context.seq))
}

/** The actor that is looked at. */
export function useSelectedActor(): RecordedActor | null {
  const { recording } = useRecording()
  const id = useSelector(useInspector(), ({ context }) => context.actorId)
  return (id === null ? undefined : recording.actor(id)) ?? null
}

/** How an actor stands at the moment that is shown; null where that is not known. */
export function useActorState(actorId: string): RecordedState | null {
  const { recording } = useRecording()
  return recording.stateAt(actorId, useMoment()) ?? null
}

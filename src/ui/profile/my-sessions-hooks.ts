import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { OwnSession } from '../../../contract/wire/answers/account.ts'
import type { MySessionsEvent } from '../../machines/profile/my-sessions.machine.ts'
import { useFlow } from '../panel-context.tsx'

const noSessions: readonly OwnSession[] = []
const noIds: readonly string[] = []

/** Where the person is signed in, this place first; asked for anew by each view that shows it. */
export function useMySessions(): readonly OwnSession[] {
  const flow = useFlow('mySessions')
  useEffect(() => flow?.send({ type: 'mySessions.want' }), [flow])
  return useSelector(flow, (sessions) => sessions?.context.sessions ?? noSessions)
}

/** How the list stands. */
export function useMySessionsStatus(): 'loading' | 'failed' | 'listed' {
  return useSelector(useFlow('mySessions'), (sessions) => {
    if (sessions?.hasTag('error')) return 'failed'
    return sessions === undefined || sessions.matches('unasked') || sessions.hasTag('loading') ? 'loading' : 'listed'
  })
}

/** The ids of those that are being ended, or are about to be. */
export function useEndingSessions(): readonly string[] {
  return useSelector(useFlow('mySessions'), (sessions) => sessions?.context.ending ?? noIds)
}

/** How many have just been ended. */
export function useEndedSessions(): number {
  return useSelector(useFlow('mySessions'), (sessions) => sessions?.context.ended ?? 0)
}

/** Why the last one could not be ended, as a text for a person; null where all is well. */
export function useSessionEndFailure(): string | null {
  return useSelector(useFlow('mySessions'), (sessions) => sessions?.context.failure ?? null)
}

/** Sends what a person does to the sessions. */
export function useMySessionsActions(): (event: MySessionsEvent) => void {
  const flow = useFlow('mySessions')
  return (event) => flow?.send(event)
}

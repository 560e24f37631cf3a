import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { OwnSession } from '../../../contract/wire/answers/account.ts'
import { useFlow } from '../panel-context.tsx'

/** Sessions of the signed-in person, the current one first; each view that mounts reloads the list. */
export function useMySessions(): readonly OwnSession[] {
  const flow = useFlow('mySessions')
  useEffect(() => flow.send({ type: 'mySessions.want' }), [flow])
  return useSelector(flow, (sessions) => sessions.context.sessions)
}

import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { OwnSession } from '../../../contract/wire/answers/account.ts'
import { useFlow } from '../panel-context.tsx'

/** Where the person is signed in, this place first; asked for anew by each view that shows it. */
export function useMySessions(): readonly OwnSession[] {
  const flow = useFlow('mySessions')
  useEffect(() => flow.send({ type: 'mySessions.want' }), [flow])
  return useSelector(flow, (sessions) => sessions.context.sessions)
}

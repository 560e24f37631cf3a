import { useEffect, useState } from 'react'
import { type Actor, type AnyStateMachine, createActor } from 'xstate'

/** Runs a flow while the page is shown. Without `useActorRef`, which would enlarge the sign-in page. */
export function useStarted<Machine extends AnyStateMachine>(make: () => Machine): Actor<Machine> {
  const [actor] = useState(() => createActor(make()))
  useEffect(() => {
    actor.start()
    return () => {
      actor.stop()
    }
  }, [actor])
  return actor
}

import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { HandoverProblems } from '../../machines/handover/handover.machine.ts'
import { useFlow } from '../panel-context.tsx'

/** Loads the handover data while the page is shown, and drops it afterwards. */
export function useHandoverShown(): void {
  const flow = useFlow('handover')
  useEffect(() => {
    flow.send({ type: 'handover.show' })
    return () => flow.send({ type: 'handover.left' })
  }, [flow])
}

/** Status of the next person's sign-in. */
export function useAcceptance(): { isBusy: boolean; problems: HandoverProblems; refusals: number; failure: string } {
  const flow = useFlow('handover')
  return {
    isBusy: useSelector(flow, (handover) => handover.hasTag('busy')),
    problems: useSelector(flow, (handover) => handover.context.problems),
    refusals: useSelector(flow, (handover) => handover.context.refusals),
    failure: useSelector(flow, (handover) => handover.context.failure),
  }
}

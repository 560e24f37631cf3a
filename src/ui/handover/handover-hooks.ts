import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Handover, HandoverDraft } from '../../../contract/wire/answers/handovers.ts'
import type { HandoverEvent, HandoverProblems } from '../../machines/handover/handover.machine.ts'
import { useFlow } from '../panel-context.tsx'

const none: HandoverProblems = {}

/** The page is shown: what there is to know is asked for, and forgotten with it. */
export function useHandoverShown(): void {
  const flow = useFlow('handover')
  useEffect(() => {
    flow?.send({ type: 'handover.show' })
    return () => flow?.send({ type: 'handover.left' })
  }, [flow])
}

/** What the next person is to know, or null while nobody has told. */
export function useHandoverDraft(): HandoverDraft | null {
  return useSelector(useFlow('handover'), (flow) => flow?.context.draft ?? null)
}

/** As it was accepted, or null before that. */
export function useGivenHandover(): Handover | null {
  return useSelector(useFlow('handover'), (flow) => flow?.context.given ?? null)
}

export function useHandoverFailed(): boolean {
  return useSelector(useFlow('handover'), (flow) => flow?.hasTag('error') ?? false)
}

/** How the sign-in of the next person goes. */
export function useAcceptance(): { isBusy: boolean; problems: HandoverProblems; refusals: number; failure: string } {
  const flow = useFlow('handover')
  return {
    isBusy: useSelector(flow, (handover) => handover?.hasTag('busy') ?? false),
    problems: useSelector(flow, (handover) => handover?.context.problems ?? none),
    refusals: useSelector(flow, (handover) => handover?.context.refusals ?? 0),
    failure: useSelector(flow, (handover) => handover?.context.failure ?? ''),
  }
}

/** Sends what a person does on the page. */
export function useHandoverActions(): (event: HandoverEvent) => void {
  const flow = useFlow('handover')
  return (event) => flow?.send(event)
}

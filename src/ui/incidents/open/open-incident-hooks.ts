import { useSelector } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import type { IncidentStory } from '../../../../contract/wire/answers/incident-story.ts'
import type { AskedAction } from '../../../machines/incidents/incident-page.machine.ts'
import { useWorklist } from '../worklist/worklist-hooks.ts'

/** Keeps an incident open in the worklist while it is shown; returns a function that reopens it after a crash. */
export function useOpenIncident(id: string): () => void {
  const worklist = useWorklist()
  useEffect(() => {
    worklist?.send({ type: 'incident.open', id })
    return () => worklist?.send({ type: 'incident.close' })
  }, [worklist, id])
  return useCallback(() => worklist?.send({ type: 'incident.open', id }), [worklist, id])
}

/** Actor of the open incident. */
export function useIncidentPage() {
  return useSelector(useWorklist(), (worklist) => worklist?.children.page)
}

export function useIncidentStage(id: string): 'loading' | 'missing' | 'failed' | 'broken' | 'told' {
  const isBroken = useSelector(useWorklist(), (worklist) => worklist?.hasTag('pageBroken') ?? false)
  const stage = useSelector(useIncidentPage(), (page) => {
    if (page?.context.id !== id) return 'loading'
    if (page.hasTag('missing')) return 'missing'
    if (page.context.story !== null) return 'told'
    return page.hasTag('error') ? 'failed' : 'loading'
  })
  return isBroken ? 'broken' : stage
}

/** Last loaded story; null before. */
export function useIncidentStory(): IncidentStory | null {
  return useSelector(useIncidentPage(), (page) => page?.context.story ?? null)
}

/** Whether the last reload failed, so that the story may be outdated. */
export function useStoryUncertain(): boolean {
  return useSelector(useIncidentPage(), (page) => page?.hasTag('error') ?? false)
}

/** Reason why the page failed to load, as text. */
export function useIncidentFailure(): string {
  return useSelector(useIncidentPage(), (page) => page?.context.failure?.message ?? '')
}

/** Action that awaits confirmation, or null. */
export function useAskedAction(): AskedAction | null {
  return useSelector(useIncidentPage(), (page) => page?.context.asked ?? null)
}

/**
 * Status of the last action; `message` is the reason of a failure, `of` is the part of the page that shows the status,
 * `step` is the position of the step, or null.
 */
export function useActionOutcome(): {
  isBusy: boolean
  message: string
  refusals: number
  of: 'comment' | 'step' | 'incident'
  step: number | null
} {
  const page = useIncidentPage()
  const isBusy = useSelector(page, (shown) => shown?.hasTag('acting') ?? false)
  const message = useSelector(page, (shown) => shown?.context.message ?? '')
  const refusals = useSelector(page, (shown) => shown?.context.refusals ?? 0)
  const isComment = useSelector(page, (shown) => shown?.context.deed.deed === 'comment')
  const step = useSelector(page, (shown) => {
    const deed = shown?.context.deed
    return deed !== undefined && 'run' in deed ? deed.step : null
  })
  const ofIncident = step === null ? 'incident' : 'step'
  return { isBusy, message, refusals, of: isComment ? 'comment' : ofIncident, step }
}

import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { isOpen } from '../../../../contract/incidents/open-lives.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { flowHook, useFlow } from '../../panel-context.tsx'
import { useScopedIncidents } from '../incident-hooks.ts'

/** Actor of the worklist; undefined while it is not running. */
export const useWorklist = flowHook('incidents', (flow) => flow.children.worklist)

/** Whether the worklist has crashed. */
export const useWorklistBroken = flowHook('incidents', (flow) => flow.hasTag('worklistBroken'))

/** Keeps the worklist open while it is shown. */
export function useOpenWorklist(): void {
  const flow = useFlow('incidents')
  useEffect(() => {
    flow.send({ type: 'worklist.open' })
    return () => flow.send({ type: 'worklist.close' })
  }, [flow])
}

const none: readonly never[] = []

/** Ids of the incidents that the person chose. */
export function useChosen(): readonly string[] {
  return useSelector(useWorklist(), (worklist) => worklist?.context.chosen ?? none)
}

/** Closed incidents, newest first: recent ones of the live list, then the pages loaded so far. */
export function usePastIncidents(): readonly Incident[] {
  const incidents = useScopedIncidents()
  const asked = useSelector(useWorklist(), (worklist) => worklist?.context.past ?? none)
  return useMemo(() => {
    const recent = incidents.filter((each) => !isOpen(each) && each.life !== 'merged')
    const known = new Set(incidents.map(({ id }) => id))
    return [...recent, ...asked.filter(({ id }) => !known.has(id))]
  }, [incidents, asked])
}

import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { isOpen } from '../../machines/incidents/incident-list.ts'
import type { IncidentsEvent } from '../../machines/incidents/incidents.machine.ts'
import { useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { worstFirst } from './incident-order.ts'

const none: readonly Incident[] = []

/** What is known of incidents: `absent` is a server without any, `unasked` one that could not be asked yet, `missing` one that did not list them. */
export type IncidentsStatus = 'asking' | 'absent' | 'unasked' | 'missing' | 'known'

export function useIncidentsStatus(): IncidentsStatus {
  return useSelector(useFlow('incidents'), (flow) => {
    if (flow === undefined || flow.hasTag('unknown')) return 'asking'
    if (flow.hasTag('known')) return 'known'
    if (flow.hasTag('present')) return 'missing'
    return flow.hasTag('absent') ? 'absent' : 'unasked'
  })
}

/** Whether the server has incidents, as far as anybody knows: what is offered must not come between what is there already (BOOT-2). */
export function useIncidentsOffered(): boolean {
  return useSelector(useFlow('incidents'), (flow) => {
    if (flow === undefined || flow.hasTag('present')) return true
    return !flow.hasTag('absent') && !flow.hasTag('unexpected')
  })
}

/** Whether the server has said that it has incidents. */
export function useIncidentsPresent(): boolean {
  return useSelector(useFlow('incidents'), (flow) => flow?.hasTag('present') ?? false)
}

/** Whether they could not be listed. */
export function useIncidentsFailed(): boolean {
  return useSelector(useFlow('incidents'), (flow) => flow?.hasTag('error') ?? false)
}

/** The open ones of the selected condominium, or of all, worst first. */
export function useOpenIncidents(): readonly Incident[] {
  const incidents = useScopedIncidents()
  return useMemo(() => worstFirst(incidents.filter(isOpen)), [incidents])
}

/** Those that are over, newest first: of the last half hour as they are told, and as far back as they were asked for. */
export function usePastIncidents(): readonly Incident[] {
  const incidents = useScopedIncidents()
  const asked = useSelector(useFlow('incidents'), (flow) => flow?.context.past ?? none)
  return useMemo(() => {
    const recent = incidents.filter((each) => !isOpen(each) && each.life !== 'merged')
    const known = new Set(incidents.map(({ id }) => id))
    return [...recent, ...asked.filter(({ id }) => !known.has(id))]
  }, [incidents, asked])
}

function useScopedIncidents(): readonly Incident[] {
  const incidents = useSelector(useFlow('incidents'), (flow) => flow?.context.incidents ?? none)
  const selectedId = useSelectedCondominium()?.id ?? null
  return useMemo(
    () =>
      incidents.filter(
        ({ condominiumId }) => selectedId === null || condominiumId === null || condominiumId === selectedId,
      ),
    [incidents, selectedId],
  )
}

/** One of them, while it is listed. */
export function useIncident(id: string): Incident | undefined {
  return useSelector(useFlow('incidents'), (flow) => flow?.context.incidents.find((each) => each.id === id))
}

/** Whether 'Estou cuidando' is on its way, and why the last came to nothing, or ''. */
export function useClaim(id: string): { isBusy: boolean; refusal: string } {
  const flow = useFlow('incidents')
  const isBusy = useSelector(flow, (incidents) => incidents?.context.claims.includes(id) ?? false)
  const refusal = useSelector(flow, (incidents) => {
    const last = incidents?.context.refusal
    return last?.id === id ? last.message : ''
  })
  return { isBusy, refusal }
}

/** Sends what a person does in a list of them. */
export function useIncidentActions(): (event: IncidentsEvent) => void {
  const flow = useFlow('incidents')
  return (event) => flow?.send(event)
}

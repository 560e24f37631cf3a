import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { callingAmong, type Isolated, worstFirst } from '../../../contract/incidents/incident-order.ts'
import { type IncidentFinder, incidentFinder } from '../../../contract/incidents/incident-reach.ts'
import { isOpen } from '../../../contract/incidents/open-lives.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { Capabilities } from '../../../contract/wire/routes/incidents.ts'
import { useGateAlerts } from '../alerts/alert-hooks.ts'
import { useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { flowHook, useFlow, useFlowState } from '../panel-context.tsx'

/** 'absent': the server has no incidents; 'unasked': it could not be asked; 'missing': it did not list them. */
export const useIncidentsStatus = flowHook('incidents', (flow) => {
  if (flow.hasTag('unknown')) return 'asking'
  if (flow.hasTag('known')) return 'known'
  if (flow.hasTag('present')) return 'missing'
  return flow.hasTag('absent') ? 'absent' : 'unasked'
})

/** Whether the server supports incidents. */
export const useIncidentsPresent = flowHook('incidents', (flow) => flow.hasTag('present'))

/** Whether the list failed to load. */
export const useIncidentsFailed = flowHook('incidents', (flow) => flow.hasTag('error'))

/** Open incidents of the selected condominium, or of all, worst first. */
export function useOpenIncidents(): readonly Incident[] {
  const incidents = useScopedIncidents()
  const isolated = useIsolated()
  return useMemo(() => worstFirst(incidents.filter(isOpen), isolated), [incidents, isolated])
}

/** Devices that a person has isolated on this computer (STATE-3). */
export function useIsolated(): Isolated {
  const until = useFlowState('devices', (devices) => devices.context.isolatedUntil)
  return useMemo(() => new Set(Object.keys(until ?? {})), [until])
}

/** Counts the alarms at other condominiums than the selected one: incidents, or alerts if there are none (STATE-6). */
export function useHiddenAlarms(): { incidents: number; alerts: number } {
  const selectedId = useSelectedCondominium()?.id
  const isHidden = ({ condominiumId }: { condominiumId: string | null }) =>
    selectedId !== undefined && condominiumId !== null && condominiumId !== selectedId
  const incidents = useFlowState('incidents', (flow) => flow.context.incidents)
  return {
    incidents: callingAmong(incidents.filter(isHidden), useIsolated()).length,
    alerts: useGateAlerts().filter(isHidden).length,
  }
}

/** Number of incidents that call for a person, at all condominiums of the person: a selection hides no alarm. */
export function useCallingCount(): number {
  const isolated = useIsolated()
  return useFlowState('incidents', (flow) => callingAmong(flow.context.incidents, isolated).length)
}

/** Incidents of the selected condominium, or of all, newest first. */
export function useScopedIncidents(): readonly Incident[] {
  const incidents = useFlowState('incidents', (flow) => flow.context.incidents)
  const selectedId = useSelectedCondominium()?.id ?? null
  return useMemo(
    () =>
      incidents.filter(
        ({ condominiumId }) => selectedId === null || condominiumId === null || condominiumId === selectedId,
      ),
    [incidents, selectedId],
  )
}

export function useIncident(id: string): Incident | undefined {
  return useFlowState('incidents', (flow) => flow.context.incidents.find((each) => each.id === id))
}

/** Whether 'Estou cuidando' is being sent; `refusal` is the reason why it failed, or ''. */
export function useClaim(id: string): { isBusy: boolean; refusal: string } {
  const flow = useFlow('incidents')
  const isBusy = useSelector(flow, (incidents) => incidents.context.claims.includes(id))
  const refusal = useSelector(flow, (incidents) => incidents.context.refusals[id] ?? '')
  return { isBusy, refusal }
}

/** Finds the open incident that embraces a device (STATE-1); every condominium counts, not only the selected one. */
export function useIncidentFinder(): IncidentFinder {
  const incidents = useFlowState('incidents', (flow) => flow.context.incidents)
  return useMemo(() => incidentFinder(incidents.filter(isOpen)), [incidents])
}

/** Whether the server has an optional feature; false until it has answered. */
export function useServerOffers(feature: keyof Capabilities): boolean {
  return useFlowState('incidents', (flow) => flow.context.offer[feature] === true)
}

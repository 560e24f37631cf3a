import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { Visit } from '../../machines/condominiums/visits.ts'
import { flowHook, useFlow, useFlowState } from '../panel-context.tsx'
import { madeOnce } from '../parts/loading/made-once.ts'

/** Condominiums that the person may see, sorted by name. */
export const useCondominiums = flowHook('condominiums', (flow) => flow.context.condominiums)

/** Maps ids to names; all views share one map, because it can have 10,000 entries. */
export function useCondominiumNames(): ReadonlyMap<string, string> {
  return namesOf(useCondominiums())
}

const namesOf = madeOnce<readonly Condominium[], ReadonlyMap<string, string>>(
  (condominiums) => new Map(condominiums.map(({ id, name }) => [id, name])),
)

/** Status of the list; 'ready' during a reload. */
export const useCondominiumsStatus = flowHook('condominiums', (flow) => {
  if (flow.hasTag('error')) return 'failed'
  return flow.hasTag('ready') || flow.context.condominiums.length > 0 ? 'ready' : 'loading'
})

/** Condominium that the person works in, or null (CON-1). */
export const useSelectedCondominium = flowHook('condominiums', (flow) => flow.context.selected)

/** Names a condominium in running text; null is 'todos os condomínios', an unknown id is 'outro condomínio'. */
export function usePlaceName(condominiumId: string | null): string {
  return useFlowState('condominiums', (flow) => {
    if (condominiumId === null) return 'todos os condomínios'
    return flow.context.condominiums.find(({ id }) => id === condominiumId)?.name ?? 'outro condomínio'
  })
}

/** Label of the option 'no condominium' in a filter: the selected condominium, or all (LIVE-6). */
export function useNoneText(): string {
  const selected = useSelectedCondominium()
  return selected === null ? 'Todos os condomínios' : `${selected.name}, selecionado`
}

/** Label of a list that the selection does not filter: '' if no condominium is selected (LIVE-6). */
export function useUnscopedText(): string {
  return useSelectedCondominium() === null ? '' : 'de todos os condomínios'
}

const noVisits: readonly Visit[] = []
const visitedAddress = /^\/(condominiums|devices)\/([^/]+)$/

/** Returns the recently opened pages, newest first, and reports the current one to the flow (PAGE-6, CON-1). */
export function useVisits(): readonly Visit[] {
  const flow = useFlow('condominiums')
  const ref = useSelector(flow, (condominiums) => condominiums.children.visits)
  const visits = useSelector(ref, (kept) => kept?.context.visits ?? noVisits)
  const [path] = useLocation()
  useEffect(() => {
    flow.send({ type: 'page.opened' })
    const [, list, id = 'new'] = visitedAddress.exec(path) ?? []
    if (id !== 'new')
      flow.send({ type: 'place.visited', kind: list === 'devices' ? 'device' : 'condominium', id: decoded(id) })
  }, [path, flow])
  return visits
}

/** Returns the part itself if it is no valid encoding: a person may have typed the address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

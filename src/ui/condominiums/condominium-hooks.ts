import { shallowEqual, useSelector } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type {
  CondominiumDeleteEvent,
  condominiumDeleteMachine,
} from '../../machines/condominiums/condominium-delete.machine.ts'
import type { condominiumPlaceMachine } from '../../machines/condominiums/condominium-place.machine.ts'
import type { Visit } from '../../machines/condominiums/visits.ts'
import type { eventFeedMachine } from '../../machines/event-feed/event-feed.machine.ts'
import { flowHook, useFlow, useFlowState } from '../panel-context.tsx'
import { madeOnce } from '../parts/loading/made-once.ts'

/** The condominiums that the person may see, in the order of their names. */
export const useCondominiums = flowHook('condominiums', (flow) => flow.context.condominiums)

/** Their names by id; the same map for all views, as 10,000 fill one. */
export function useCondominiumNames(): ReadonlyMap<string, string> {
  return namesOf(useCondominiums())
}

const namesOf = madeOnce<readonly Condominium[], ReadonlyMap<string, string>>(
  (condominiums) => new Map(condominiums.map(({ id, name }) => [id, name])),
)

/** How the list stands; one that is loaded again counts as ready. */
export const useCondominiumsStatus = flowHook('condominiums', (flow) => {
  if (flow.hasTag('error')) return 'failed'
  return flow.hasTag('ready') || flow.context.condominiums.length > 0 ? 'ready' : 'loading'
})

/** The condominium that the person works in, or null (CON-1). */
export const useSelectedCondominium = flowHook('condominiums', (flow) => flow.context.selected)

/** What a condominium is called in running text; null are all of them, and one that nobody knows is another. */
export function usePlaceName(condominiumId: string | null): string {
  return useFlowState('condominiums', (flow) => {
    if (condominiumId === null) return 'todos os condomínios'
    return flow.context.condominiums.find(({ id }) => id === condominiumId)?.name ?? 'outro condomínio'
  })
}

/** What a filter without a condominium of its own stands for: the selected one, or all (LIVE-6). */
export function useNoneText(): string {
  const selected = useSelectedCondominium()
  return selected === null ? 'Todos os condomínios' : `${selected.name}, selecionado`
}

/** What to say of something that no selection narrows, while one stands: else '' (LIVE-6). */
export function useUnscopedText(): string {
  return useSelectedCondominium() === null ? '' : 'de todos os condomínios'
}

/** A condominium whose page is shown, as far as it is known. */
export interface Place {
  condominium: Condominium | undefined
  /** `unread`: the server did not tell; what is known is from the list. */
  status: 'loading' | 'missing' | 'unread' | 'broken' | 'read'
}

/** Asks for a condominium while its page is shown; what the list has of it stands until the server has told (PAGE-2). */
export function usePlace(id: string): Place {
  const flow = useFlow('condominiums')
  useEffect(() => {
    flow.send({ type: 'place.open', id })
    return () => flow.send({ type: 'place.close' })
  }, [flow, id])
  const listed = useSelector(flow, (condominiums) => condominiums.context.condominiums.find((each) => each.id === id))
  const isBroken = useSelector(flow, (condominiums) => condominiums.hasTag('placeBroken'))
  const { condominium, status } = useSelector(useShownPlace(), (place) => placeOf(place, id), shallowEqual)
  return { condominium: condominium ?? listed, status: isBroken ? 'broken' : status }
}

/** What happens at the gates of the condominium whose page is shown. */
export function usePlaceFeed(): ActorRefFrom<typeof eventFeedMachine> | undefined {
  return useSelector(useShownPlace(), (place) => place?.children.feed)
}

function useShownPlace(): ActorRefFrom<typeof condominiumPlaceMachine> | undefined {
  return useFlowState('condominiums', (flow) => flow.children.place)
}

/** What the page that is shown knows; until it is opened it may be another one's. */
function placeOf(place: SnapshotFrom<typeof condominiumPlaceMachine> | undefined, id: string): Place {
  if (place?.context.id !== id) return { condominium: undefined, status: 'loading' }
  const condominium = place.context.condominium ?? undefined
  const [told] = (['missing', 'unread', 'broken'] as const).filter((tag) => place.hasTag(tag))
  return { condominium, status: told ?? (condominium === undefined ? 'loading' : 'read') }
}

const noVisits: readonly Visit[] = []
const visitedAddress = /^\/(condominiums|devices)\/([^/]+)$/

/** What the person has lately opened in this browser, newest first; and how to tell what they open now (PAGE-6). */
export function useVisits(): [readonly Visit[], (visit: Omit<Visit, 'at'>) => void] {
  const flow = useFlow('condominiums')
  const ref = useSelector(flow, (condominiums) => condominiums.children.visits)
  const visits = useSelector(ref, (kept) => kept?.context.visits ?? noVisits)
  const visit = useCallback((visited: Omit<Visit, 'at'>) => flow.send({ type: 'place.visited', ...visited }), [flow])
  const [path] = useLocation()
  useEffect(() => {
    const [, list, id = 'new'] = visitedAddress.exec(path) ?? []
    if (id !== 'new') visit({ kind: list === 'devices' ? 'device' : 'condominium', id: decoded(id) })
  }, [path, visit])
  return [visits, visit]
}

/** An address may be anything that somebody has typed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A deletion that a person is asked about, or that is under way. */
export interface CondominiumDeletion {
  condominium: Condominium
  /** `kept`: the condominium still has devices. */
  phase: 'asking' | 'deleting' | 'kept' | 'failed'
  /** Why it came to nothing, as a text for a person. */
  message: string | null
}

/** The deletion that is open, or null; and how to tell it what the person says. */
export function useCondominiumDeletion(): [CondominiumDeletion | null, (event: CondominiumDeleteEvent) => void] {
  const ref = useFlowState('condominiums', (flow) => flow.children.deletion)
  const deletion = useSelector(ref, (snapshot) => deletionOf(snapshot), shallowEqual)
  const send = useCallback((event: CondominiumDeleteEvent) => ref?.send(event), [ref])
  return [deletion, send]
}

type DeletionSnapshot = SnapshotFrom<typeof condominiumDeleteMachine>

function deletionOf(snapshot: DeletionSnapshot | undefined): CondominiumDeletion | null {
  if (snapshot === undefined || snapshot.hasTag('deleted')) return null
  return {
    condominium: snapshot.context.condominium,
    phase: phaseOf(snapshot),
    message: snapshot.context.failure?.message ?? null,
  }
}

function phaseOf(snapshot: DeletionSnapshot): CondominiumDeletion['phase'] {
  if (snapshot.hasTag('busy')) return 'deleting'
  if (snapshot.hasTag('kept')) return 'kept'
  return snapshot.hasTag('error') ? 'failed' : 'asking'
}

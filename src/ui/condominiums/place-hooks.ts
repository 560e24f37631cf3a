import { shallowEqual, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { condominiumPlaceMachine } from '../../machines/condominiums/condominium-place.machine.ts'
import type { eventFeedMachine } from '../../machines/event-feed/event-feed.machine.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { firstTag } from '../parts/first-tag.ts'

/** Known data of the condominium on the page. */
export interface Place {
  condominium: Condominium | undefined
  /** `unread`: the server did not answer; the data is from the list. */
  status: 'loading' | 'missing' | 'unread' | 'broken' | 'read'
}

/** Loads a condominium while its page is shown; until the server answers, the data of the list is shown (PAGE-2). */
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

export function usePlaceFeed(): ActorRefFrom<typeof eventFeedMachine> | undefined {
  return useSelector(useShownPlace(), (place) => place?.children.feed)
}

function useShownPlace(): ActorRefFrom<typeof condominiumPlaceMachine> | undefined {
  return useFlowState('condominiums', (flow) => flow.children.place)
}

function placeOf(place: SnapshotFrom<typeof condominiumPlaceMachine> | undefined, id: string): Place {
  if (place?.context.id !== id) return { condominium: undefined, status: 'loading' }
  const condominium = place.context.condominium ?? undefined
  const tag = firstTag(place, ['missing', 'unread', 'broken'])
  return { condominium, status: tag ?? (condominium === undefined ? 'loading' : 'read') }
}

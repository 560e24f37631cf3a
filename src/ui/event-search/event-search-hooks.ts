import { useSelector } from '@xstate/react'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import { useFlow } from '../panel-context.tsx'

const none: readonly FoundEvent[] = []

/** The events that pass the filter, newest first, as far back as they are loaded. */
export function useFoundEvents(): readonly FoundEvent[] {
  return useSelector(useFlow('eventSearch'), (search) => search?.context.events ?? none)
}

/** How the search stands; `ended`: there is nothing further back. */
export function useEventSearchStatus(): 'loading' | 'loaded' | 'ended' | 'failed' | 'refused' {
  return useSelector(useFlow('eventSearch'), (search) => {
    if (search?.hasTag('error')) return 'failed'
    if (search?.hasTag('refused')) return 'refused'
    if (search?.hasTag('end')) return 'ended'
    return search?.matches({ list: 'loaded' }) ? 'loaded' : 'loading'
  })
}

/** How many events have come since the first page. */
export function useNewEventCount(): number {
  return useSelector(useFlow('eventSearch'), (search) => search?.context.newIds.length ?? 0)
}

/** Whether there may be more new events than were counted. */
export function useNewEventsPlenty(): boolean {
  return useSelector(useFlow('eventSearch'), (search) => search?.hasTag('plenty') ?? false)
}

/** How the file stands; `cut`: it has the newest events alone. */
export function useEventExport(): 'idle' | 'exporting' | 'exported' | 'cut' | 'failed' {
  return useSelector(useFlow('eventSearch'), (search) => {
    if (search?.hasTag('exporting')) return 'exporting'
    if (search?.hasTag('exported')) return 'exported'
    if (search?.hasTag('exportCut')) return 'cut'
    return search?.hasTag('exportFailed') ? 'failed' : 'idle'
  })
}

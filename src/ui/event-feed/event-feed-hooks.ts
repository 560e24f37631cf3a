import { useSelector } from '@xstate/react'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { useFlow } from '../panel-context.tsx'

const none: readonly Activity[] = []

/** What happened at the gates, newest first (SHELL-4). */
export function useFeedActivities(): readonly Activity[] {
  return useSelector(useFlow('eventFeed'), (feed) => feed?.context.activities ?? none)
}

/** How the feed stands. */
export function useFeedStatus(): 'loading' | 'failed' | 'live' {
  return useSelector(useFlow('eventFeed'), (feed) => {
    if (feed?.hasTag('error')) return 'failed'
    return feed?.hasTag('busy') === false ? 'live' : 'loading'
  })
}

/** Whether the feed shows one condominium's events, not those of all. */
export function useFeedOfOne(): boolean {
  return useSelector(useFlow('eventFeed'), (feed) => (feed?.context.condominiumId ?? null) !== null)
}

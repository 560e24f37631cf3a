import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { eventFeedMachine } from '../../machines/event-feed/event-feed.machine.ts'

/** One that runs, or not yet. */
export type Feed = ActorRefFrom<typeof eventFeedMachine> | undefined

const none: readonly Activity[] = []

/** What happened at the gates, newest first (SHELL-4). */
export function useFeedActivities(feed: Feed): readonly Activity[] {
  return useSelector(feed, (snapshot) => snapshot?.context.activities ?? none)
}

/** How the feed stands. */
export function useFeedStatus(feed: Feed): 'loading' | 'failed' | 'live' {
  return useSelector(feed, (snapshot) => {
    if (snapshot?.hasTag('error')) return 'failed'
    return snapshot?.hasTag('busy') === false ? 'live' : 'loading'
  })
}

/** Whether the feed shows one condominium's events, not those of all. */
export function useFeedOfOne(feed: Feed): boolean {
  return useSelector(feed, (snapshot) => (snapshot?.context.condominiumId ?? null) !== null)
}

import { useSelector } from '@xstate/react'
import { type PointerEvent, useMemo, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { eventFeedMachine } from '../../machines/event-feed/event-feed.machine.ts'

/** One that runs, or not yet. */
export type Feed = ActorRefFrom<typeof eventFeedMachine> | undefined

const none: readonly Activity[] = []

/** A pointer tells of itself with each frame; one word a second keeps the list still. */
const reachEveryMs = 1_000

/** What the list shows of what happened at the gates, newest first (SHELL-4). */
export function useFeedActivities(feed: Feed): readonly Activity[] {
  return useSelector(feed, (snapshot) => snapshot?.context.held ?? snapshot?.context.activities ?? none)
}

/** How many newer ones wait until nobody reaches for a row any more. */
export function useFeedWaiting(feed: Feed): number {
  return useSelector(feed, (snapshot) => {
    const { activities = none, held = null } = snapshot?.context ?? {}
    if (held === null) return 0
    const shown = activities.indexOf(held[0] as Activity)
    return shown === -1 ? activities.length : shown
  })
}

/** Has the list stand still while a pointer is on it: what its element is given. */
export function useFeedReach(feed: Feed) {
  const reachedAt = useRef(Number.NEGATIVE_INFINITY)
  return useMemo(() => {
    const reach = ({ timeStamp }: PointerEvent) => {
      if (timeStamp - reachedAt.current < reachEveryMs) return
      reachedAt.current = timeStamp
      feed?.send({ type: 'eventFeed.reach' })
    }
    return {
      onPointerMove: reach,
      onPointerDown: reach,
      onPointerLeave: () => {
        reachedAt.current = Number.NEGATIVE_INFINITY
        feed?.send({ type: 'eventFeed.leave' })
      },
    }
  }, [feed])
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

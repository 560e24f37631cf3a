import { useSelector } from '@xstate/react'
import { type PointerEvent, useMemo, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { eventFeedMachine } from '../../machines/event-feed/event-feed.machine.ts'

/** Undefined until the feed is running. */
export type Feed = ActorRefFrom<typeof eventFeedMachine> | undefined

const none: readonly Activity[] = []

/** Pointer events arrive with each frame; one event per second is enough to hold the list. */
const reachEveryMs = 1_000

/** Events in the list, newest first (SHELL-4). */
export function useFeedActivities(feed: Feed): readonly Activity[] {
  return useSelector(feed, (snapshot) => snapshot?.context.held ?? snapshot?.context.activities ?? none)
}

/** Number of newer events that wait while the pointer is over the list. */
export function useFeedWaiting(feed: Feed): number {
  return useSelector(feed, (snapshot) => {
    const { activities = none, held = null } = snapshot?.context ?? {}
    if (held === null) return 0
    const shown = activities.indexOf(held[0] as Activity)
    return shown === -1 ? activities.length : shown
  })
}

/** Returns event handlers that hold the list while the pointer is over it. */
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

export function useFeedStatus(feed: Feed): 'loading' | 'failed' | 'live' {
  return useSelector(feed, (snapshot) => {
    if (snapshot?.hasTag('error')) return 'failed'
    return snapshot?.hasTag('busy') === false ? 'live' : 'loading'
  })
}

/** Whether the feed shows one condominium only. */
export function useFeedOfOne(feed: Feed): boolean {
  return useSelector(feed, (snapshot) => (snapshot?.context.condominiumId ?? null) !== null)
}

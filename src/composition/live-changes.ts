import type { AnyActorRef } from 'xstate'
import { eventRoutes } from '../../contract/wire/routes/events.ts'
import { ActivityBoard } from '../machines/activity/activity-board.ts'
import { feedLength } from '../machines/event-feed/event-feed.machine.ts'
import { filledPath } from '../services/http/route-path.ts'
import { keyOf } from '../services/last-known/last-known-client.ts'
import type { LastKnownStore } from '../services/last-known/last-known-store.ts'
import { whenIdle } from '../services/page/idle-time.ts'
import { watchVisibility } from '../services/page/page-signals.ts'

/** How often what comes over the socket is put to what is kept: that much of it may be lost with a page that is cut off. */
const everyMs = 30_000

type System = AnyActorRef['system']

/**
 * Keeps what changes on the dashboard without a call, the last events, as the server would tell them: while the live connection
 * stands, when there is time, and at once when nobody sees the page any more. Returns the way to stop.
 */
export function keepLiveChanges(system: System, store: LastKnownStore, now: () => number): () => void {
  const kept = new Map<string, unknown>()
  const keep = (path: string, query: Record<string, number>, state: unknown, data: () => unknown) => {
    const call = keyOf('server', path, { query })
    if (call === null || kept.get(call) === state) return
    kept.set(call, state)
    void store.keep(call, { at: now(), data: data() })
  }
  const keepAll = () => {
    if (system.get('socket')?.getSnapshot().hasTag('connected') !== true) return
    const { condominiumId, activities } = system.get('eventFeed')?.getSnapshot().context ?? {}
    const feed =
      condominiumId === null ? eventRoutes.searchEvents.path : filledPath(eventRoutes.events.path, { condominiumId })
    if (activities?.length > 0) keep(feed, { limit: feedLength }, activities, () => ({ result: activities }))
    const { board, revision } = system.get('activity')?.getSnapshot().context ?? {}
    if (board instanceof ActivityBoard && board.isLoaded)
      keep(eventRoutes.lastEvents.path, {}, revision, () => ({ result: board.toLastEvents().map(asServerTells) }))
  }
  const timer = setInterval(() => whenIdle(keepAll), everyMs)
  const unwatch = watchVisibility((isVisible) => {
    if (!isVisible) keepAll()
  })
  return () => {
    clearInterval(timer)
    unwatch()
  }
}

function asServerTells({ condominiumId, text, at }: ReturnType<ActivityBoard['toLastEvents']>[number]) {
  return {
    condominiumId,
    timeSinceLastEvent: text,
    // A date, which becomes text with its part of the list: all 10,000 at once would hold up the page.
    ...(at !== null && { lastEventAt: new Date(at) }),
  }
}

import type { AnyActorRef } from 'xstate'
import { eventRoutes } from '../../contract/wire/routes/events.ts'
import { incidentRoutes } from '../../contract/wire/routes/incidents.ts'
import { ActivityBoard } from '../machines/activity/activity-board.ts'
import { feedLength } from '../machines/event-feed/event-feed.machine.ts'
import { filledPath } from '../services/http/route-path.ts'
import { keyOf } from '../services/last-known/last-known-client.ts'
import type { LastKnownStore } from '../services/last-known/last-known-store.ts'
import { whenIdle } from '../services/page/idle-time.ts'
import { watchVisibility } from '../services/page/page-signals.ts'

/** Interval for storing the incidents. Incidents are few, and a restarted page must not lose them. */
const everyMs = 2_000
/** Every 15th time, the events are stored, too: a crash of the page loses at most 30 s of events. */
const eventsEvery = 15

type System = AnyActorRef['system']

/**
 * Stores the last events and the incidents, which live messages change without a call, in the form of the server's
 * answers, until `leaving` aborts. Stores while the socket is connected and the browser is idle, and immediately when
 * the page is hidden.
 */
export function keepLiveChanges(system: System, store: LastKnownStore, now: () => number, leaving: AbortSignal): void {
  const kept = new Map<string, unknown>()
  const keep = (path: string, query: Record<string, number>, state: unknown, data: () => unknown) => {
    const call = keyOf('server', path, { query })
    if (call === null || kept.get(call) === state) return
    kept.set(call, state)
    void store.keep(call, { at: now(), data: data() })
  }
  const keepAll = (hasEvents: boolean) => {
    if (system.get('socket')?.getSnapshot().hasTag('connected') !== true) return
    const incidents = system.get('incidents')?.getSnapshot()
    if (incidents?.hasTag('known') === true) {
      const result = incidents.context.incidents
      keep(incidentRoutes.openIncidents.path, {}, result, () => ({ result }))
    }
    if (!hasEvents) return
    const { condominiumId, activities } = system.get('eventFeed')?.getSnapshot().context ?? {}
    const feed =
      condominiumId === null ? eventRoutes.searchEvents.path : filledPath(eventRoutes.events.path, { condominiumId })
    if (activities?.length > 0) keep(feed, { limit: feedLength }, activities, () => ({ result: activities }))
    const { board, revision } = system.get('activity')?.getSnapshot().context ?? {}
    if (board instanceof ActivityBoard && board.isLoaded)
      keep(eventRoutes.lastEvents.path, {}, revision, () => ({ result: board.toLastEvents().map(asServerReports) }))
  }
  let count = 0
  const timer = setInterval(() => whenIdle(() => keepAll(++count % eventsEvery === 0)), everyMs)
  const unwatch = watchVisibility((isVisible) => {
    if (!isVisible) keepAll(true)
  })
  leaving.addEventListener('abort', () => {
    clearInterval(timer)
    unwatch()
  })
}

function asServerReports({ condominiumId, text, at }: ReturnType<ActivityBoard['toLastEvents']>[number]) {
  return {
    condominiumId,
    timeSinceLastEvent: text,
    // A Date, serialized later with its part of the list: serializing all 10,000 in one step would block the page.
    ...(at !== null && { lastEventAt: new Date(at) }),
  }
}

import type { Route } from '../../../contract/wire/route.ts'
import { condominiumRoutes } from '../../../contract/wire/routes/condominiums.ts'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { eventRoutes } from '../../../contract/wire/routes/events.ts'
import { healthRoutes } from '../../../contract/wire/routes/health.ts'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import type { CallResult } from '../http/call-result.ts'
import type { CallOptions, HttpClient } from '../http/http-client.ts'
import { isPathOf } from '../http/route-path.ts'
import { type Service, watchAnswers } from '../http/service-answers.ts'
import type { KeptAnswers, LastKnownStore } from './last-known-store.ts'

const rememberedEvent = 'remembered'

/** A stored answer that is used instead of the service's answer. */
export interface Remembered {
  service: Service
  /** Time of the stored answer, in milliseconds since the epoch. */
  at: number
}

/** Calls back before each use of a stored answer. Returns a stop function. `calls` receives the clients' events. */
export function watchRemembered(calls: EventTarget, onRemembered: (remembered: Remembered) => void): () => void {
  const report = (event: Event) => {
    if (event instanceof CustomEvent) onRemembered(event.detail)
  }
  calls.addEventListener(rememberedEvent, report)
  return () => calls.removeEventListener(rememberedEvent, report)
}

/** The routes with stored answers: those of the dashboard, and the devices that were shown. */
const keptRoutes: Record<Service, readonly Pick<Route, 'path'>[]> = {
  server: [
    condominiumRoutes.condominiumsOfUser,
    eventRoutes.searchEvents,
    eventRoutes.lastEvents,
    eventRoutes.events,
    eventRoutes.portTests,
    eventRoutes.notifications,
    incidentRoutes.capabilities,
    incidentRoutes.openIncidents,
  ],
  deviceService: [deviceRoutes.devices],
  health: [healthRoutes.health, healthRoutes.healthStats, healthRoutes.healthDetails],
}

/** How long a call waits for IndexedDB before the service is asked. */
const beforeMs = 1_000
/** The same after the service did not answer: the page then has nothing else to show. */
const afterMs = 10_000

interface Parts {
  service: Service
  store: LastKnownStore
  /** Resolves to the content of the store when this page started, or to no answers after `patienceMs` milliseconds. */
  held: (patienceMs: number) => Promise<KeptAnswers>
  /** Whether the page came from the worker's cache: then the client does not wait for the server. */
  isKeptPage: boolean
  calls: EventTarget
  now: () => number
}

/**
 * Wraps a client: stores the dashboard's answers, and uses them while the service has not answered this page and does
 * not answer now; emits an event on `calls` before each use. Once the service has answered, the client only stores.
 */
export function createLastKnownClient(http: HttpClient, parts: Parts): HttpClient {
  const { service, store, held, isKeptPage, calls, now } = parts
  let hasAnswered = false
  const unwatch = watchAnswers(calls, service, (isAnswered) => {
    if (!isAnswered) return
    hasAnswered = true
    unwatch()
  })
  const remembered = async (call: string, patienceMs: number): Promise<CallResult | null> => {
    const answer = hasAnswered ? undefined : (await held(patienceMs)).get(call)
    // The service may have answered during the await.
    if (answer === undefined || hasAnswered) return null
    const detail: Remembered = { service, at: answer.at }
    calls.dispatchEvent(new CustomEvent(rememberedEvent, { detail }))
    return { ok: true, data: answer.data, headers: new Headers() }
  }
  return {
    ...http,
    async call(path, options = {}) {
      const call = keyOf(service, path, options)
      if (call === null) return http.call(path, options)
      const instead = isKeptPage ? await remembered(call, beforeMs) : null
      if (instead !== null) return instead
      const result = await http.call(path, options)
      if (result?.ok) void store.keep(call, { at: now(), data: result.data })
      if (result?.ok !== false || !isUnanswered(result.status)) return result
      return (await remembered(call, afterMs)) ?? result
    },
  }
}

/** The key of a call's stored answer, or null if the answer is not stored. */
export function keyOf(
  service: Service,
  path: string,
  { method = 'GET', query = {}, isStreamed }: CallOptions,
): string | null {
  const isKept = keptRoutes[service].some((route) => isPathOf(route, path))
  const { status, condominiumId, wordCode } = query
  const isPart = service !== 'deviceService' || status === 'offline' || (condominiumId ?? wordCode) !== undefined
  if (method !== 'GET' || isStreamed || !isKept || !isPart) return null
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const named = given.map(([name, value]) => `${name}=${value}`).sort()
  return `${service} ${path}?${named.join('&')}`
}

function isUnanswered(status: number | null): boolean {
  return status === null || status === 502 || status === 503 || status === 504
}

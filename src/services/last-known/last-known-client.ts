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
import type { KeptAnswer, LastKnownStore } from './last-known-store.ts'

const rememberedEvent = 'remembered'

/** A kept answer that is given in the place of the service's own. */
export interface Remembered {
  service: Service
  /** When it was known to be so, in milliseconds since the epoch. */
  at: number
}

/** Calls back before each kept answer that is given. Returns the way to stop. `calls` is what the clients tell of their calls. */
export function watchRemembered(calls: EventTarget, onRemembered: (remembered: Remembered) => void): () => void {
  const tell = (event: Event) => {
    if (event instanceof CustomEvent) onRemembered(event.detail)
  }
  calls.addEventListener(rememberedEvent, tell)
  return () => calls.removeEventListener(rememberedEvent, tell)
}

/** The routes whose answers are kept: what the dashboard is made of, and nothing else. */
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

interface Parts {
  service: Service
  store: LastKnownStore
  /** What the store held as this page began. */
  held: () => Promise<ReadonlyMap<string, KeptAnswer>>
  /** Whether the page itself came from the browser: the server has not answered, and is not waited for. */
  isKeptPage: boolean
  calls: EventTarget
  now: () => number
}

/**
 * A client that keeps what the dashboard is told, and gives it where the service has not answered this page yet and does not answer
 * now; whoever hears `calls` is told before. Once the service has answered, all is as without it.
 */
export function createLastKnownClient(http: HttpClient, parts: Parts): HttpClient {
  const { service, store, held, isKeptPage, calls, now } = parts
  let hasAnswered = false
  const unwatch = watchAnswers(calls, service, (isAnswered) => {
    if (!isAnswered) return
    hasAnswered = true
    unwatch()
  })
  const remembered = async (call: string): Promise<CallResult | null> => {
    const answer = hasAnswered ? undefined : (await held()).get(call)
    // It may have answered meanwhile.
    if (answer === undefined || hasAnswered) return null
    const detail: Remembered = { service, at: answer.at }
    calls.dispatchEvent(new CustomEvent(rememberedEvent, { detail }))
    return { ok: true, data: answer.data, headers: new Headers() }
  }
  return {
    async call(path, options = {}) {
      const call = keyOf(service, path, options)
      if (call === null) return http.call(path, options)
      const instead = isKeptPage ? await remembered(call) : null
      if (instead !== null) return instead
      const result = await http.call(path, options)
      if (result?.ok) void store.keep(call, { at: now(), data: result.data })
      return result?.ok === false && isUnanswered(result.status) ? ((await remembered(call)) ?? result) : result
    },
  }
}

/** Under which name the answer to a call is kept, or null where it is not. */
export function keyOf(
  service: Service,
  path: string,
  { method = 'GET', query = {}, isStreamed }: CallOptions,
): string | null {
  const isKept = keptRoutes[service].some((route) => isPathOf(route, path))
  const { status, condominiumId } = query
  const isPart = service !== 'deviceService' || status === 'offline' || condominiumId !== undefined
  if (method !== 'GET' || isStreamed || !isKept || !isPart) return null
  const asked = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const named = asked.map(([name, value]) => `${name}=${value}`).sort()
  return `${service} ${path}?${named.join('&')}`
}

function isUnanswered(status: number | null): boolean {
  return status === null || status === 502 || status === 503 || status === 504
}

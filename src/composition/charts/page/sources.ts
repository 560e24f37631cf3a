import { fromCallback, fromPromise } from 'xstate'
import { deviceRoutes } from '../../../../contract/wire/routes/devices.ts'
import { eventRoutes } from '../../../../contract/wire/routes/events.ts'
import { healthRoutes } from '../../../../contract/wire/routes/health.ts'
import { type SourceEvent, sourceMachine } from '../../../machines/sources/source.machine.ts'
import { requestOf } from '../../../services/http/contract-call.ts'
import type { HttpClient } from '../../../services/http/http-client.ts'
import { type Service, watchAnswers } from '../../../services/http/service-answers.ts'
import { watchRemembered } from '../../../services/last-known/last-known-client.ts'
import { isPageSeen } from '../../../services/page/page-seen.ts'
import { logTo } from '../../neighbours.ts'
import type { SignedInNeighbours } from './last-known.ts'

/** Longer than a healthy service needs to answer. */
const probeTimeoutMs = 5_000

/** Provides the availability of a service with its calls (LIVE-1). */
export function source({ log, http, deviceHttp, healthHttp, calls, leaving }: SignedInNeighbours) {
  const probe = (client: HttpClient, [path, options]: ReturnType<typeof requestOf>) =>
    client.call(path, { ...options, cache: 'no-store' })
  const probes: Record<Service, (signal: AbortSignal) => ReturnType<HttpClient['call']>> = {
    server: (signal) => probe(http, requestOf(eventRoutes.notifications, { signal })),
    deviceService: (signal) => probe(deviceHttp, requestOf(deviceRoutes.devices, { query: { limit: '1' }, signal })),
    health: (signal) => probe(healthHttp, requestOf(healthRoutes.health, { signal })),
  }
  return sourceMachine.provide({
    actors: {
      calls: fromCallback<SourceEvent, { service: Service }>(({ input, sendBack }) => {
        const unwatch = [
          watchAnswers(calls, input.service, (isAnswered) =>
            sendBack({ type: isAnswered ? 'call.answered' : 'call.unanswered' }),
          ),
          watchRemembered(calls, ({ service, at }) => {
            if (service === input.service) sendBack({ type: 'call.remembered', at })
          }),
        ]
        return () => {
          for (const stop of unwatch) stop()
        }
      }),
      // `calls` reports the answer, too; the result is for callers without that listener.
      probe: fromPromise(async ({ input: { service }, signal }) => {
        const result = await probes[service](AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]))
        if (result?.ok === false && (result.status === null || result.status >= 500))
          throw new Error(`Sem resposta: ${service}`)
      }),
    },
    guards: { isSeen: isPageSeen, isPageCutting: () => leaving.isCutting },
    actions: { logFailure: logTo(log) },
  })
}

import { fromCallback, fromPromise } from 'xstate'
import { type LastKnownEvent, lastKnownMachine } from '../../../machines/last-known/last-known.machine.ts'
import { PageLeaving } from '../../../machines/parts/page-leaving.ts'
import type { HttpClient } from '../../../services/http/http-client.ts'
import type { Service } from '../../../services/http/service-answers.ts'
import { createLastKnownClient, watchRemembered } from '../../../services/last-known/last-known-client.ts'
import { removeLastKnown } from '../../../services/last-known/last-known-removal.ts'
import {
  createHeldAnswers,
  createLastKnownStore,
  type LastKnownStore,
} from '../../../services/last-known/last-known-store.ts'
import { isDataSaved } from '../../../services/page/idle-time.ts'
import { isKeptPage, keepPage } from '../../../services/page/kept-page.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** The code that stores live changes loads after the first page, whose answers are stored anyway. */
const changesAfterMs = 10_000

/** The dependencies of the flows of a signed-in person. */
export interface SignedInNeighbours extends Neighbours {
  /** With a client that stores the dashboard's answers, and uses them if a service does not answer. */
  remembering: Neighbours
  /** The store of these answers; null on a shared computer, and if the configuration forbids it. */
  lastKnown: LastKnownStore | null
  /** Whether the page may be about to end. */
  leaving: PageLeaving
}

/** Adds the clients that use stored answers. */
export function withLastKnown(neighbours: Neighbours): SignedInNeighbours {
  const { config, authorization, calls, log, now, http, deviceHttp, healthHttp } = neighbours
  const leaving = new PageLeaving(now)
  if (config.sharedComputer || !config.offlineStart) {
    removeLastKnown()
    return { ...neighbours, remembering: neighbours, lastKnown: null, leaving }
  }
  const store = createLastKnownStore(() => authorization.token(), { log, now })
  const held = createHeldAnswers(store)
  const remembering = (client: HttpClient, service: Service) =>
    createLastKnownClient(client, { service, store, held, isKeptPage: isKeptPage(), calls, now })
  return {
    ...neighbours,
    remembering: {
      ...neighbours,
      http: remembering(http, 'server'),
      deviceHttp: remembering(deviceHttp, 'deviceService'),
      healthHttp: remembering(healthHttp, 'health'),
    },
    lastKnown: store,
    leaving,
  }
}

/** Provides the pages' data without a server, with the browser's storage and worker. */
export function lastKnown({ config, log, calls, now, lastKnown: store }: SignedInNeighbours) {
  return lastKnownMachine.provide({
    actors: {
      answers: fromCallback(({ sendBack, system }) => {
        const unwatch = watchRemembered(calls, (remembered) =>
          sendBack({ type: 'answer.remembered', ...remembered } satisfies LastKnownEvent),
        )
        const leaving = new AbortController()
        const keepChanges = async () => {
          if (store === null) return
          const { keepLiveChanges } = await import('../../live-changes.ts')
          if (!leaving.signal.aborted) keepLiveChanges(system, store, now, leaving.signal)
        }
        const timer = setTimeout(() => {
          keepChanges().catch((error: unknown) => log.warn('Mudanças ao vivo não guardadas.', error))
        }, changesAfterMs)
        return () => {
          clearTimeout(timer)
          leaving.abort()
          unwatch()
        }
      }),
      keepShell: fromPromise(keepPage),
    },
    guards: { mayKeepShell: () => config.offlineStart && !isDataSaved() },
    actions: { logFailure: logTo(log) },
  })
}

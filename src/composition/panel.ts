import cookies from 'js-cookie'
import { navigate } from 'wouter/use-browser-location'
import { type Actor, createActor, fromCallback, fromPromise } from 'xstate'
import { connectivityMachine } from '../machines/connectivity/connectivity.machine.ts'
import { panelMachine } from '../machines/panel/panel.machine.ts'
import { createServerClock } from '../machines/parts/clock.ts'
import { deferred } from '../machines/parts/deferred.ts'
import { sessionMachine } from '../machines/session/session.machine.ts'
import type { SignInAnswer } from '../machines/session/session-lifetime.ts'
import type { SessionEvent } from '../machines/session/session-protocol.ts'
import { versionMachine } from '../machines/version/version.machine.ts'
import type { ConfigOutcome } from '../services/config/panel-config.ts'
import { browserMemoryUsage, createClientMetrics } from '../services/health/client-metrics.ts'
import { createAuthorization } from '../services/http/authorization.ts'
import { createHttpClient } from '../services/http/http-client.ts'
import { createRequestCount } from '../services/http/request-count.ts'
import type { Log } from '../services/log/log.ts'
import { watchChunkFailures, watchNetwork, watchUserActivity, watchVisibility } from '../services/page/page-signals.ts'
import { createAuthApi } from '../services/session/auth-api.ts'
import { createSessionCookie } from '../services/session/session-cookie.ts'
import { createSessionStore } from '../services/session/session-store.ts'
import { openSessionTabs, type SessionChange } from '../services/session/session-tabs.ts'
import { createLocalData } from '../services/storage/local-data.ts'
import { compareVersions, storedVersionKey } from '../services/version/version-api.ts'
import { logTo, type Neighbours } from './neighbours.ts'
import type { createPushFlow } from './push.ts'
import type { createSignedInFlows } from './signed-in-flows.ts'

type SignedInFlows = Awaited<ReturnType<typeof createSignedInFlows>>
type PushFlow = ReturnType<typeof createPushFlow>

/** The root actor, through which views reach everything. */
export type Panel = Actor<typeof panelMachine>

/** Makes the root actor with the real services behind every machine; it is started by whoever renders it. */
export function createPanel(outcome: ConfigOutcome, log: Log): Panel {
  const clock = createServerClock()
  const options = { input: { outcome }, clock }
  if (outcome.kind === 'invalid') return createActor(panelMachine, options)

  const { config } = outcome
  const localData = createLocalData(log, window)
  const authorization = createAuthorization()
  const requests = createRequestCount()
  const metrics = createClientMetrics(clock.now, browserMemoryUsage)
  const httpTo = (baseUrl: string) =>
    createHttpClient({
      baseUrl,
      authorization,
      xsrfToken: () => cookies.get('XSRF-TOKEN'),
      pageUrl: location.href,
      onUnauthorized: (token) => panel.send({ type: 'session.refused', token }),
      onStarted: requests.started,
      onEnded: requests.ended,
      onCompleted: ({ durationMs, succeeded, serverTime }) => {
        metrics.record(durationMs, succeeded)
        // One server's clock: that of the device service may be another.
        if (baseUrl === config.apiUrl) clock.compare(serverTime, durationMs)
      },
    })
  const neighbours: Neighbours = {
    config,
    log,
    localData,
    authorization,
    http: httpTo(config.apiUrl),
    deviceHttp: httpTo(config.deviceUrl),
    healthHttp: httpTo(config.healthUrl),
    metrics,
    requests,
    now: clock.now,
  }
  let flows: () => SignedInFlows = notLoaded
  let push: () => PushFlow = notLoaded
  const panel = createActor(
    panelMachine.provide({
      actors: {
        connectivity: connectivity(neighbours),
        version: version(neighbours),
        session: session(neighbours),
        loadFlows: fromPromise(async () => {
          // The first page of whoever signs in is wanted next, and the session's end must be told without a network.
          const [{ createSignedInFlows }] = await Promise.all([
            import('./signed-in-flows.ts'),
            import('../ui/signed-in-pages.tsx'),
            import('../ui/session/expired-page.tsx'),
          ])
          if (flows !== notLoaded) return
          const created = await createSignedInFlows(neighbours, panel)
          flows = () => created
        }),
        loadPush: fromPromise(async () => {
          const { createPushFlow } = await import('./push.ts')
          const created = createPushFlow(neighbours)
          push = () => created
        }),
        push: deferred(() => push()),
        theme: deferred(() => flows().theme),
        shell: deferred(() => flows().shell),
        condominiums: deferred(() => flows().condominiums),
        activity: deferred(() => flows().activity),
        eventFeed: deferred(() => flows().eventFeed),
        socket: deferred(() => flows().socket),
        notifications: deferred(() => flows().notifications),
        devices: deferred(() => flows().devices),
        deviceList: deferred(() => flows().deviceList),
        deviceImport: deferred(() => flows().deviceImport),
        health: deferred(() => flows().health),
        audit: deferred(() => flows().audit),
        auditLog: deferred(() => flows().auditLog),
        password: deferred(() => flows().password),
        mySessions: deferred(() => flows().mySessions),
        demoProducts: deferred(() => flows().demoProducts),
      },
      actions: {
        goToRoot: () => navigate('/'),
        clearLocalData: () => localData.clear(),
        reloadPage: () => location.reload(),
        logFailure: logTo(log),
        logCrash: (_, { actorId, error }) => log.warn(`O fluxo ${actorId} falhou e será reiniciado.`, error),
      },
    }),
    options,
  )
  return panel
}

function notLoaded(): never {
  throw new Error('a flow was started before its code came')
}

function connectivity({ log }: Neighbours) {
  return connectivityMachine.provide({
    actors: {
      network: fromCallback(({ sendBack }) =>
        watchNetwork((online) => sendBack({ type: online ? 'network.online' : 'network.offline' })),
      ),
      visibility: fromCallback(({ sendBack }) =>
        watchVisibility((visible) => sendBack({ type: visible ? 'page.visible' : 'page.hidden' })),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

function version({ log, localData }: Neighbours) {
  return versionMachine.provide({
    actors: {
      compareVersions: fromPromise(({ signal }) => compareVersions(localData, __PANEL_VERSION__, signal)),
      chunkFailures: fromCallback(({ sendBack }) => watchChunkFailures(() => sendBack({ type: 'chunk.failed' }))),
    },
    actions: {
      storeServed: ({ context: { comparison } }) => {
        if (comparison) localData.write(storedVersionKey, comparison.served)
      },
      storeAgain: ({ context: { comparison } }) => {
        if (comparison) localData.write(storedVersionKey, comparison.stored ?? comparison.served)
      },
      logFailure: logTo(log),
    },
  })
}

function session({ log, localData, authorization, http, now }: Neighbours) {
  const api = createAuthApi(http, log, now)
  const cookie = createSessionCookie(cookies, log, { secure: location.protocol === 'https:', now })
  const store = createSessionStore(cookie, localData, log, now)
  return sessionMachine.provide({
    actors: {
      restoreSession: fromPromise(async () => store.restore()),
      signIn: fromPromise(async ({ input, signal }): Promise<SignInAnswer> => {
        const answer = await api.signIn(input, signal)
        return { ...answer, remember: input.remember }
      }),
      renew: fromPromise(({ signal }) => api.renew(signal)),
      revoke: fromPromise(async ({ input: { token }, signal }) => {
        if (token !== undefined) await api.revoke(token, signal)
      }),
      userActivity: fromCallback(({ sendBack }) => watchUserActivity(() => sendBack({ type: 'user.active' }))),
      sessionTabs: fromCallback<{ type: 'tabs.announce'; change: SessionChange }, undefined>(
        ({ sendBack, receive }) => {
          const tabs = openSessionTabs({ cookie, localData }, (change) =>
            sendBack({ type: 'session.changedElsewhere', change } satisfies SessionEvent),
          )
          receive(({ change }) => tabs.announce(change))
          return () => tabs.close()
        },
      ),
    },
    actions: {
      writeSession: ({ context: { grant } }) => {
        if (grant) store.store(grant.session, grant.user)
      },
      grantAuthorization: ({ context: { grant } }) => {
        if (grant) authorization.grant(grant.session.token)
      },
      removeAuthorization: () => authorization.remove(),
      forgetSession: () => store.forget(),
      expireSession: () => store.expire(),
      reloadPage: () => location.reload(),
      logFailure: logTo(log),
    },
  })
}

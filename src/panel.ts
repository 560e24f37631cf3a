import cookies from 'js-cookie'
import { navigate } from 'wouter/use-browser-location'
import { type Actor, createActor, fromCallback, fromPromise } from 'xstate'
import { activityMachine } from './machines/activity.machine.ts'
import { browserClock } from './machines/clock.ts'
import { condominiumsMachine } from './machines/condominiums.machine.ts'
import { connectivityMachine } from './machines/connectivity.machine.ts'
import { eventFeedMachine } from './machines/event-feed.machine.ts'
import { panelMachine } from './machines/panel.machine.ts'
import { sessionMachine } from './machines/session.machine.ts'
import type { SignInAnswer } from './machines/session-lifetime.ts'
import type { SessionEvent } from './machines/session-protocol.ts'
import { type Endpoint, type SocketEvent, socketMachine } from './machines/socket.machine.ts'
import { socketLimits } from './machines/socket-limits.ts'
import { versionMachine } from './machines/version.machine.ts'
import { createAuthApi } from './services/auth-api.ts'
import { type Authorization, createAuthorization } from './services/authorization.ts'
import { dataOf } from './services/call-result.ts'
import { createCondominiumApi } from './services/condominium-api.ts'
import { createEventsApi } from './services/events-api.ts'
import { createHttpClient, type HttpClient } from './services/http-client.ts'
import { createLocalData, type LocalData } from './services/local-data.ts'
import type { Log } from './services/log.ts'
import { watchChunkFailures, watchNetwork, watchUserActivity, watchVisibility } from './services/page-signals.ts'
import type { ConfigOutcome, PanelConfig } from './services/panel-config.ts'
import { createPortTestsApi } from './services/port-tests-api.ts'
import { readSelectedCondominium, writeSelectedCondominium } from './services/selected-condominium.ts'
import { createSessionCookie } from './services/session-cookie.ts'
import { createSessionStore } from './services/session-store.ts'
import { openSessionTabs, type SessionChange } from './services/session-tabs.ts'
import { openSocketLink } from './services/socket-link.ts'
import { compareVersions, storedVersionKey } from './services/version-api.ts'
import { broadcastCondominiumEvents, broadcastLastActivity } from './services/window-events.ts'

/** The root actor, through which views reach everything. */
export type Panel = Actor<typeof panelMachine>

/** What the machines' services are made of. */
interface Neighbours {
  config: PanelConfig
  log: Log
  localData: LocalData
  authorization: Authorization
  http: HttpClient
  now: () => number
}

/** Makes the root actor with the real services behind every machine; it is started by whoever renders it. */
export function createPanel(outcome: ConfigOutcome, log: Log): Panel {
  const options = { input: { outcome }, clock: browserClock }
  if (outcome.kind === 'invalid') return createActor(panelMachine, options)

  const { config } = outcome
  const localData = createLocalData(log, window)
  const authorization = createAuthorization()
  const http = createHttpClient({
    baseUrl: config.apiUrl,
    authorization,
    xsrfToken: () => cookies.get('XSRF-TOKEN'),
    pageUrl: location.href,
    onUnauthorized: (token) => panel.send({ type: 'session.refused', token }),
  })
  const neighbours: Neighbours = { config, log, localData, authorization, http, now: browserClock.now }
  const panel = createActor(
    panelMachine.provide({
      actors: {
        connectivity: connectivity(neighbours),
        version: version(neighbours),
        session: session(neighbours),
        condominiums: condominiums(neighbours),
        activity: activity(neighbours),
        eventFeed: eventFeed(neighbours),
        socket: socket(neighbours),
      },
      actions: {
        goToRoot: () => navigate('/'),
        clearLocalData: () => localData.clear(),
        reloadPage: () => location.reload(),
        logCrash: (_, { actorId, error }) => log.warn(`O fluxo ${actorId} falhou e será reiniciado.`, error),
      },
    }),
    options,
  )
  return panel
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

function condominiums({ log, localData, http }: Neighbours) {
  const api = createCondominiumApi(http, log)
  return condominiumsMachine.provide({
    actors: {
      restoreSelection: fromPromise(async () => readSelectedCondominium(localData, log)),
      loadCondominiums: fromPromise(async ({ input, signal }) => dataOf(await api.byUser(input.userId, signal))),
    },
    actions: {
      storeSelection: ({ context }) => writeSelectedCondominium(localData, context.selected),
      logFailure: logTo(log),
    },
  })
}

function activity({ log, http, now }: Neighbours) {
  const events = createEventsApi(http, log, now)
  const portTests = createPortTestsApi(http, log)
  return activityMachine.provide({
    actors: {
      loadLastEvents: fromPromise(({ signal }) => events.lastEvents(signal)),
      loadPortTests: fromPromise(({ signal }) => portTests.list(signal)),
    },
    actions: {
      broadcast: (_, { condominiumIds, activities }) => {
        if (condominiumIds.length > 0) broadcastCondominiumEvents(condominiumIds)
        for (const each of activities) broadcastLastActivity(each)
      },
      logFailure: logTo(log),
    },
  })
}

function eventFeed({ log, http, now }: Neighbours) {
  const events = createEventsApi(http, log, now)
  return eventFeedMachine.provide({
    actors: {
      loadHistory: fromPromise(async ({ input: { condominiumId, limit }, signal }) =>
        condominiumId === null ? [] : events.history(condominiumId, limit, signal),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

function socket({ log, config, authorization }: Neighbours) {
  return socketMachine.provide({
    actors: {
      link: fromCallback<SocketEvent, { endpoint: Endpoint }>(({ input, sendBack }) =>
        openSocketLink(
          {
            socketUrl: config.socketUrl,
            namespace: input.endpoint === 'namespace' ? config.socketNamespace : '',
            token: authorization.token,
            connectionTimeoutMs: socketLimits.connectionTimeoutMs,
            log,
          },
          {
            onUp: () => sendBack({ type: 'link.up' }),
            onLost: () => sendBack({ type: 'link.lost' }),
            onRefused: (refusal, token) => sendBack({ type: 'link.refused', refusal, token }),
            onBatch: (batch) => sendBack({ type: 'link.batch', ...batch }),
          },
        ),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

function logTo(log: Log) {
  return (_: unknown, { message, error }: { message: string; error: unknown }) => log.warn(message, error)
}

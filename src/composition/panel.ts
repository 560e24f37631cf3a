import { navigate } from 'wouter/use-browser-location'
import { type AnyActorLogic, createActor, fromPromise } from 'xstate'
import type { SessionCharts } from '../machines/panel/flow-plan.ts'
import type { Panel } from '../machines/panel/panel.machine.ts'
import { createServerClock } from '../machines/parts/clock.ts'
import { deferred } from '../machines/parts/deferred.ts'
import type { ConfigOutcome } from '../services/config/panel-config.ts'
import { createAuthorization } from '../services/http/authorization.ts'
import { createHttpClient, type ReadAnswer } from '../services/http/http-client.ts'
import type { Service } from '../services/http/service-answers.ts'
import type { Log } from '../services/log/log.ts'
import { hasNetwork } from '../services/page/page-signals.ts'
import { createLocalData } from '../services/storage/local-data.ts'
import { xsrfToken } from '../services/storage/page-cookies.ts'
import { clearOtherVersion } from '../services/version/version-api.ts'
import { connectivity } from './charts/page/connectivity.ts'
import type { createPushFlow } from './charts/page/push.ts'
import { session } from './charts/page/session.ts'
import type { theme } from './charts/page/theme.ts'
import { version } from './charts/page/version.ts'
import { flowPlans } from './flow-plans.ts'
import { logTo, type Neighbours } from './neighbours.ts'
import { panelMachine } from './panel-machine.ts'
import { loadSignedInCode } from './signed-in-code.ts'

type SignedInCharts = SessionCharts & { theme: ReturnType<typeof theme> }
type PushChart = ReturnType<typeof createPushFlow>

/** If push is not configured, its code only reports this, so the code loads after the first page. */
const unusedPushAfterMs = 2_000

/** Creates the root actor with the real services of every machine. The caller renders and starts it. */
export function createPanel(outcome: ConfigOutcome, log: Log): Panel {
  const clock = createServerClock()
  const options = { input: { outcome }, clock }
  if (outcome.kind === 'invalid') return createActor(panelMachine, options)

  const { config } = outcome
  const localData = createLocalData(log, window)
  const authorization = createAuthorization()
  const calls = new EventTarget()
  const emit = (name: string, detail: unknown) => calls.dispatchEvent(new CustomEvent(name, { detail }))
  const httpTo = (baseUrl: string, service: Service) => ({
    ...createHttpClient({
      baseUrl,
      authorization,
      cache: service === 'server' ? 'default' : 'no-cache',
      xsrfToken,
      pageUrl: location.href,
      hasNetwork,
      onUnauthorized: (token) => panel.send({ type: 'session.refused', token }),
      onRunning: (change) => emit('running', change),
      onCompleted: ({ durationMs, status, serverTime }) => {
        emit('completed', { durationMs, status })
        emit(service, status)
        // Only one server's clock is compared: the device service may have another clock.
        if (service === 'server') {
          clock.compare(serverTime, durationMs)
          emit('time', serverTime)
        }
      },
    }),
    noteRead: (answer: ReadAnswer) => emit('read', answer),
  })
  const neighbours: Neighbours = {
    config,
    log,
    localData,
    authorization,
    http: httpTo(config.apiUrl, 'server'),
    deviceHttp: httpTo(config.deviceUrl, 'deviceService'),
    healthHttp: httpTo(config.healthUrl, 'health'),
    calls,
    now: clock.now,
  }
  let charts: () => SignedInCharts = notLoaded
  let push: () => PushChart = notLoaded
  const panel = createActor(
    panelMachine.provide({
      actors: {
        connectivity: connectivity(neighbours),
        version: version(neighbours),
        session: session(neighbours),
        loadFlows: fromPromise(async () => {
          const createSignedInCharts = await loadSignedInCode()
          if (charts !== notLoaded) return
          const created = await createSignedInCharts(neighbours, panel)
          charts = () => created
        }),
        loadPush: fromPromise(async () => {
          // Without a Firebase project no message can arrive.
          if (config.firebase === undefined) await new Promise((resolve) => setTimeout(resolve, unusedPushAfterMs))
          const { createPushFlow } = await import('./charts/page/push.ts')
          const created = createPushFlow(neighbours)
          push = () => created
        }),
        push: deferred(() => push()),
        theme: deferred(() => charts().theme),
        ...laterCharts(() => charts()),
      },
      actions: {
        goToRoot: () => navigate('/'),
        clearLocalData: () => clearOtherVersion(localData),
        reloadPage: () => location.reload(),
        logFailure: logTo(log),
        logCrash: (_, { actorId, error }) => log.warn(`O fluxo ${actorId} falhou e será reiniciado.`, error),
      },
    }),
    options,
  )
  return panel
}

function laterCharts(charts: () => SessionCharts): SessionCharts
function laterCharts(charts: () => Record<string, AnyActorLogic>): Record<string, AnyActorLogic> {
  return Object.fromEntries(Object.keys(flowPlans).map((id) => [id, deferred(() => charts()[id] ?? notLoaded())]))
}

function notLoaded(): never {
  throw new Error('a flow was started before its code was loaded')
}

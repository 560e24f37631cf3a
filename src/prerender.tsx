import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { createActor, type EventObject, fromCallback, fromPromise, waitFor } from 'xstate'
import { panelMachine } from './composition/panel-machine.ts'
import { connectivityMachine } from './machines/connectivity/connectivity.machine.ts'
import { sessionMachine } from './machines/session/session.machine.ts'
import { versionMachine } from './machines/version/version.machine.ts'
import { checkPanelConfig } from './services/config/panel-config.ts'
import type { RestoredSession } from './services/session/session-store.ts'
import type { VersionComparison } from './services/version/version-api.ts'
import { App } from './ui/app.tsx'

/** Renders the sign-in page for index.html, with the defaults of `/config.json`. Runs only in the build. */
export async function signInMarkup(): Promise<string> {
  const nothing = () => null
  const panel = createActor(
    panelMachine.provide({
      actors: {
        connectivity: connectivityMachine.provide({ actors: { network: silence(), visibility: silence() } }),
        version: versionMachine.provide({
          actors: {
            compareVersions: fromPromise(
              async (): Promise<VersionComparison> => ({
                served: '',
                stored: null,
                built: '',
                earlier: null,
                accepted: [],
              }),
            ),
            chunkFailures: silence(),
          },
          actions: { storeServed: nothing },
        }),
        session: sessionMachine.provide({
          actors: {
            restoreSession: fromPromise(async (): Promise<RestoredSession> => ({ kind: 'absent' })),
            sessionTabs: silence(),
          },
          actions: { removeAuthorization: nothing },
        }),
      },
    }),
    { input: { outcome: checkPanelConfig({}, 'http://localhost') } },
  )
  panel.start()
  await waitFor(panel, (snapshot) => snapshot.hasTag('signedOut'))
  const markup = renderToString(
    <Router ssrPath="/login">
      <App panel={panel} {...{ SignedInPages: nothing, signedInAddresses: [], OpenPages: nothing }} />
    </Router>,
  )
  panel.stop()
  return markup
}

function silence<Event extends EventObject>() {
  return fromCallback<Event, undefined>(() => {})
}

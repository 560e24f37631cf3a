import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

type Watched = 'network' | 'visibility'

export interface ConnectivityModelContext extends ModelContext {
  network: 'unknown' | 'online' | 'offline'
  page: 'unknown' | 'visible' | 'hidden'
  /** Sources that still report changes. */
  observed: readonly Watched[]
}

export type ConnectivityModelEvent =
  | { type: 'browser.isOnline' }
  | { type: 'browser.isOffline' }
  | { type: 'page.isVisible' }
  | { type: 'page.isHidden' }
  | { type: 'browser.stopsReporting'; about: Watched }

const unobserved = { network: 'Rede não observada.', visibility: 'Visibilidade da página não observada.' } as const

type Context = ConnectivityModelContext
const { update } = modelActions<Context, ConnectivityModelEvent>()

/** VER-2, SOC-4: each change is reported once; of the initial states only a page in the background is reported. */
export const connectivityModel = setup({
  types: {} as { context: Context; events: ConnectivityModelEvent },
}).createMachine({
  id: 'connectivity model',
  context: {
    now: 0,
    did: [entry('asks', 'network'), entry('asks', 'visibility')],
    network: 'unknown',
    page: 'unknown',
    observed: ['network', 'visibility'],
  },
  on: {
    'browser.isOnline': {
      actions: update(({ did, network }) => ({
        network: 'online',
        did: network === 'offline' ? [...did, entry('reports', 'connectivity.online')] : did,
      })),
    },
    'browser.isOffline': {
      actions: update(({ did, network }) => ({
        network: 'offline',
        did: network === 'online' ? [...did, entry('reports', 'connectivity.offline')] : did,
      })),
    },
    'page.isVisible': {
      actions: update(({ did, page }) => ({
        page: 'visible',
        did: page === 'hidden' ? [...did, entry('reports', 'page.shown')] : did,
      })),
    },
    'page.isHidden': {
      actions: update(({ did, page }) => ({
        page: 'hidden',
        did: page === 'hidden' ? did : [...did, entry('reports', 'page.hidden')],
      })),
    },
    'browser.stopsReporting': {
      actions: update(({ did, observed }, event) =>
        event.type === 'browser.stopsReporting'
          ? {
              observed: observed.filter((each) => each !== event.about),
              did: [...did, entry('does', 'logFailure', unobserved[event.about])],
            }
          : {},
      ),
    },
  },
})

import { sendParent, setup } from 'xstate'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided } from '../parts/not-provided.ts'

export type ConnectivityEvent =
  | { type: 'network.online' }
  | { type: 'network.offline' }
  | { type: 'page.visible' }
  | { type: 'page.hidden' }

/** Events for the root: changes, and that the page was opened in the background (VER-2). */
export type ConnectivityReport =
  | { type: 'connectivity.online' }
  | { type: 'connectivity.offline' }
  | { type: 'page.shown' }
  | { type: 'page.hidden' }

/** Whether the browser has a network, and whether the page is visible. */
export const connectivityMachine = setup({
  types: {} as { events: ConnectivityEvent },
  actors: {
    network: callbackNotProvided('connectivity.network'),
    visibility: callbackNotProvided('connectivity.visibility'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('connectivity.logFailure'),
    report: sendParent((_, { report }: { report: ConnectivityReport }) => report),
  },
}).createMachine({
  id: 'connectivity',
  meta: { requirements: ['VER-2', 'SOC-4', 'DEV-3'] },
  type: 'parallel',
  states: {
    network: {
      description: 'Whether the browser has a network.',
      invoke: { src: 'network', onError: { actions: failed('Rede não observada.') } },
      initial: 'unknown',
      states: {
        unknown: {
          description: 'The first event of the listener is the initial value, not a change, and is not reported.',
          on: { 'network.online': 'online', 'network.offline': 'offline' },
        },
        online: { on: { 'network.offline': { target: 'offline', actions: reported('connectivity.offline') } } },
        offline: { on: { 'network.online': { target: 'online', actions: reported('connectivity.online') } } },
      },
    },
    page: {
      description: 'Whether the page is visible.',
      invoke: { src: 'visibility', onError: { actions: failed('Visibilidade da página não observada.') } },
      initial: 'unknown',
      states: {
        unknown: {
          description: 'A page opened visible is not reported; a page opened in the background is.',
          on: { 'page.visible': 'visible', 'page.hidden': { target: 'hidden', actions: reported('page.hidden') } },
        },
        visible: { on: { 'page.hidden': { target: 'hidden', actions: reported('page.hidden') } } },
        hidden: { on: { 'page.visible': { target: 'visible', actions: reported('page.shown') } } },
      },
    },
  },
})

function reported(type: ConnectivityReport['type']) {
  return { type: 'report', params: { report: { type } } } as const
}

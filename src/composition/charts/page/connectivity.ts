import { fromCallback } from 'xstate'
import { connectivityMachine } from '../../../machines/connectivity/connectivity.machine.ts'
import { watchNetwork, watchVisibility } from '../../../services/page/page-signals.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Provides the state of the browser's network and the page's visibility. */
export function connectivity({ log, calls }: Neighbours) {
  return connectivityMachine.provide({
    actors: {
      network: fromCallback(({ sendBack }) =>
        watchNetwork(calls, (online) => sendBack({ type: online ? 'network.online' : 'network.offline' })),
      ),
      visibility: fromCallback(({ sendBack }) =>
        watchVisibility((visible) => sendBack({ type: visible ? 'page.visible' : 'page.hidden' })),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

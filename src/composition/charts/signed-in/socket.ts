import { fromCallback } from 'xstate'
import {
  type Endpoint,
  type FirstTransport,
  type SocketEvent,
  socketMachine,
} from '../../../machines/socket/socket.machine.ts'
import { isPageSeen } from '../../../services/page/page-seen.ts'
import { openSocketLink } from '../../../services/socket/socket-link.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Provides the socket connection with Socket.IO (SOC). */
export function socket({ log, config, authorization }: Pick<Neighbours, 'log' | 'config' | 'authorization'>) {
  return socketMachine.provide({
    actors: {
      link: fromCallback<SocketEvent, { endpoint: Endpoint; transport: FirstTransport }>(({ input, sendBack }) =>
        openSocketLink(
          {
            socketUrl: config.socketUrl,
            namespace: input.endpoint === 'namespace' ? config.socketNamespace : '',
            token: authorization.token,
            transport: input.transport,
            log,
          },
          {
            onUp: () => sendBack({ type: 'link.up' }),
            onLost: () => sendBack({ type: 'link.lost' }),
            onRefused: (refusal, token) => sendBack({ type: 'link.refused', refusal, token }),
            onBatch: (batch) => sendBack({ type: 'link.batch', ...batch }),
            onIncidents: (incidents) => sendBack({ type: 'link.incidents', incidents }),
            onCondominiums: (condominiumIds) => sendBack({ type: 'link.condominiums', condominiumIds }),
            onUnread: () => sendBack({ type: 'link.unread' }),
            onVersion: (version) => sendBack({ type: 'link.version', version }),
            onNotifications: (notifications) => sendBack({ type: 'link.notifications', notifications }),
          },
        ),
      ),
    },
    guards: { isSeen: isPageSeen },
    actions: { logFailure: logTo(log) },
  })
}

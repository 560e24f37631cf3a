import { fromCallback, fromPromise } from 'xstate'
import { activityMachine } from '../machines/activity/activity.machine.ts'
import { demoProductsMachine } from '../machines/demo-products/demo-products.machine.ts'
import { eventFeedMachine } from '../machines/event-feed/event-feed.machine.ts'
import { notificationsMachine } from '../machines/notifications/notifications.machine.ts'
import { mySessionsMachine } from '../machines/profile/my-sessions.machine.ts'
import { passwordMachine } from '../machines/profile/password.machine.ts'
import { type Endpoint, type SocketEvent, socketMachine } from '../machines/socket/socket.machine.ts'
import { socketLimits } from '../machines/socket/socket-limits.ts'
import { createEventsApi } from '../services/activity/events-api.ts'
import { createPortTestsApi } from '../services/activity/port-tests-api.ts'
import { broadcastCondominiumEvents, broadcastLastActivity } from '../services/activity/window-events.ts'
import { createNotificationsApi } from '../services/notifications/notifications-api.ts'
import { createPasswordApi } from '../services/profile/password-api.ts'
import { createSessionsApi } from '../services/profile/sessions-api.ts'
import { openSocketLink } from '../services/socket/socket-link.ts'
import { condominiums } from './condominiums.ts'
import { deviceImport } from './device-import.ts'
import { deviceList, devices } from './devices.ts'
import { offerInspector } from './inspector-offer.ts'
import { logTo, type Neighbours } from './neighbours.ts'
import type { Panel } from './panel.ts'
import { audit, auditLog, health } from './records.ts'
import { shell } from './shell.ts'
import { theme } from './theme.ts'

/** The flows that live while somebody is signed in (BOOT-1), a chunk of their own: the sign-in page does without. */
export async function createSignedInFlows(neighbours: Neighbours, panel: Panel) {
  await offerInspector(panel, neighbours)
  return {
    theme: theme(neighbours, document.documentElement),
    shell: shell(neighbours),
    condominiums: condominiums(neighbours),
    activity: activity(neighbours),
    eventFeed: eventFeed(neighbours),
    socket: socket(neighbours),
    notifications: notifications(neighbours),
    devices: devices(neighbours),
    deviceList: deviceList(neighbours),
    deviceImport: deviceImport(neighbours),
    health: health(neighbours),
    audit: audit(neighbours),
    auditLog: auditLog(neighbours),
    password: password(neighbours),
    mySessions: mySessions(neighbours),
    demoProducts: demoProductsMachine,
  }
}

function activity({ log, http }: Neighbours) {
  const events = createEventsApi(http, log)
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

function eventFeed({ log, http }: Neighbours) {
  const events = createEventsApi(http, log)
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
            onNotifications: (notifications) => sendBack({ type: 'link.notifications', notifications }),
          },
        ),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

function password({ log, http }: Neighbours) {
  const api = createPasswordApi(http, log)
  return passwordMachine.provide({
    actors: { changePassword: fromPromise(({ input, signal }) => api.change(input, signal)) },
    actions: { logFailure: logTo(log) },
  })
}

function mySessions({ log, http }: Neighbours) {
  const api = createSessionsApi(http, log)
  return mySessionsMachine.provide({
    actors: {
      loadSessions: fromPromise(({ signal }) => api.list(signal)),
      endSession: fromPromise(({ input, signal }) => api.end(input.id, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}

function notifications({ log, http }: Neighbours) {
  const api = createNotificationsApi(http, log)
  return notificationsMachine.provide({
    actors: {
      loadNotifications: fromPromise(({ input: { userId }, signal }) => api.list(userId, signal)),
      askChange: fromPromise(({ input: { change }, signal }) => api.change(change, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}

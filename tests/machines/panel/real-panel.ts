import type { AnyActorRef, AnyStateMachine, EventObject } from 'xstate'
import { sessionFlows } from '../../../src/composition/flows.ts'
import { panelMachine } from '../../../src/composition/panel-machine.ts'
import { activityMachine } from '../../../src/machines/activity/activity.machine.ts'
import { alarmLoadMachine } from '../../../src/machines/alarm-load/alarm-load.machine.ts'
import { alertsMachine } from '../../../src/machines/alerts/alerts.machine.ts'
import { auditMachine } from '../../../src/machines/audit/audit.machine.ts'
import { auditLogMachine } from '../../../src/machines/audit/audit-log.machine.ts'
import { condominiumsMachine } from '../../../src/machines/condominiums/condominiums.machine.ts'
import { visitsMachine } from '../../../src/machines/condominiums/visits.machine.ts'
import { connectivityMachine } from '../../../src/machines/connectivity/connectivity.machine.ts'
import { demoProductsMachine } from '../../../src/machines/demo-products/demo-products.machine.ts'
import { deviceImportMachine } from '../../../src/machines/device-import/device-import.machine.ts'
import { deviceListMachine } from '../../../src/machines/device-list/device-list.machine.ts'
import { deviceTrialsMachine } from '../../../src/machines/devices/device-trials.machine.ts'
import { devicesMachine } from '../../../src/machines/devices/devices.machine.ts'
import { eventFeedMachine } from '../../../src/machines/event-feed/event-feed.machine.ts'
import { eventSearchMachine } from '../../../src/machines/event-search/event-search.machine.ts'
import { handoverMachine } from '../../../src/machines/handover/handover.machine.ts'
import { healthMachine } from '../../../src/machines/health/health.machine.ts'
import { incidentsMachine } from '../../../src/machines/incidents/incidents.machine.ts'
import { lastKnownMachine } from '../../../src/machines/last-known/last-known.machine.ts'
import { notificationsMachine } from '../../../src/machines/notifications/notifications.machine.ts'
import { pageFlows } from '../../../src/machines/panel/page-flows.ts'
import type { ActorId } from '../../../src/machines/panel/panel.machine.ts'
import { peopleMachine } from '../../../src/machines/people/people.machine.ts'
import { mySessionsMachine } from '../../../src/machines/profile/my-sessions.machine.ts'
import { passwordMachine } from '../../../src/machines/profile/password.machine.ts'
import { wallLinksMachine } from '../../../src/machines/profile/wall-links.machine.ts'
import { pushMachine } from '../../../src/machines/push/push.machine.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { shellMachine } from '../../../src/machines/shell/shell.machine.ts'
import { socketMachine } from '../../../src/machines/socket/socket.machine.ts'
import { sourceMachine } from '../../../src/machines/sources/source.machine.ts'
import { themeMachine } from '../../../src/machines/theme/theme.machine.ts'
import { versionMachine } from '../../../src/machines/version/version.machine.ts'
import { withStandIns } from '../../models/parts/placeholders.ts'
import { runAsRoot } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { sessionOf } from '../../models/session/session-actor.ts'
import { ana, keptGrant } from '../../models/session/session-fixtures.ts'

export const actorIds = Object.keys({ ...pageFlows, ...sessionFlows }) as ActorId[]

export const condominium = { id: 'c1', name: 'Aurora', wordCode: 'W1', customersId: 'k1' }
const outbox = {}
const sameVersion = { served: '1', stored: '1', built: '1' }

/** Puts another logic in the place of a child; the real one is handed over. */
export type Replace = (id: ActorId, machine: AnyStateMachine) => AnyStateMachine

/** The root with the real machine of every child; only their services are stand-ins, named `<child>.<service>`. */
export function startRealPanel(replace: Replace = (_, machine) => machine) {
  const standIns = new StandIns()
  const children = realChildren(standIns).map(([id, child]) => [id, replace(id, child)])
  const root = panelMachine.provide({
    actors: Object.fromEntries(children) as never,
    actions: { logCrash: standIns.effect('logCrash', (_, { actorId }) => actorId) },
  })
  const machine = withStandIns(root, standIns, 'panel')
  const panel = runAsRoot(machine, { standIns, input: { outcome: { kind: 'valid', config } } })
  const child = (id: ActorId): AnyActorRef | undefined => panel.ref.system.get(id)
  return {
    ...panel,
    child,
    children: () => Object.fromEntries(actorIds.map((id) => [id, child(id)])),
    sendTo: (id: ActorId, event: EventObject) => child(id)?.send(event),
    openOf: (id: ActorId) => standIns.open.filter((name) => name.startsWith(`${id}.`)),
    crashLog: () => standIns.journal.filter((line) => line.startsWith('does logCrash')),
  }
}

export type RealPanel = ReturnType<typeof startRealPanel>

/** A panel in which Ana is signed in, works in a condominium, and everything has been loaded once. */
export async function startSignedInPanel(replace?: Replace): Promise<RealPanel> {
  const panel = startRealPanel(replace)
  const { standIns, settle, elapsed } = panel
  standIns.resolve('version.compareVersions', sameVersion)
  standIns.resolve('session.restoreSession', storedSession(elapsed()))
  await settle()
  standIns.resolve('panel.loadFlows', undefined)
  await settle()
  standIns.resolve('panel.loadPush', undefined)
  standIns.resolve('session.renew', { kind: 'renewed', lifetimeMs: 3_600_000 })
  standIns.sendBack('connectivity.visibility', { type: 'page.visible' })
  standIns.resolve('condominiums.restoreSelection', condominium)
  standIns.sendBack('socket.link', { type: 'link.up' })
  standIns.resolve('audit.openOutbox', outbox)
  await settle()
  standIns.resolve('condominiums.loadCondominiums', [condominium])
  await settle()
  return panel
}

export function storedSession(now: number) {
  return { kind: 'stored', session: sessionOf(keptGrant('plenty', now)), user: ana, endsWithBrowser: false }
}

const config = {
  apiUrl: '/rest',
  deviceUrl: '/device-control',
  healthUrl: '/rest',
  sharedComputer: false,
  offlineStart: true,
  socketUrl: 'https://guarita.test',
  socketNamespace: '',
  inspector: false,
}

/** The chart of each flow; a guard that a service owns says yes, unless it is provided here. */
const charts: Record<ActorId, AnyStateMachine> = {
  theme: themeMachine,
  push: pushMachine,
  shell: shellMachine,
  connectivity: connectivityMachine,
  version: versionMachine,
  session: sessionMachine,
  lastKnown: lastKnownMachine,
  condominiums: condominiumsMachine,
  activity: activityMachine,
  eventFeed: eventFeedMachine,
  notifications: notificationsMachine,
  incidents: incidentsMachine.provide({ guards: { hadNone: () => false } }),
  handover: handoverMachine,
  alerts: alertsMachine,
  socket: socketMachine,
  serverSource: sourceMachine,
  deviceServiceSource: sourceMachine,
  healthSource: sourceMachine,
  devices: devicesMachine,
  deviceList: deviceListMachine,
  deviceImport: deviceImportMachine,
  health: healthMachine,
  audit: auditMachine,
  eventSearch: eventSearchMachine,
  auditLog: auditLogMachine,
  password: passwordMachine,
  mySessions: mySessionsMachine,
  alarmLoad: alarmLoadMachine,
  wallLinks: wallLinksMachine,
  people: peopleMachine,
  demoProducts: demoProductsMachine,
}

const uncharted = actorIds.filter((id) => !(id in charts))
if (uncharted.length > 0)
  throw new Error(`add the chart of ${uncharted.join(', ')} to 'charts' in tests/machines/panel/real-panel.ts`)

/** Charts that run inside of a flow. */
const innerCharts = { condominiums: { visits: visitsMachine }, devices: { trials: deviceTrialsMachine } }

function realChildren(standIns: StandIns): [ActorId, AnyStateMachine][] {
  return actorIds.map((id) => {
    const inner = Object.entries(innerCharts[id as keyof typeof innerCharts] ?? {})
    const actors = Object.fromEntries(inner.map(([name, each]) => [name, withStandIns(each, standIns, id)]))
    return [id, withStandIns(charts[id].provide({ actors } as never), standIns, id)]
  })
}

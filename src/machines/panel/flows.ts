import type { AnyActorLogic, EventFromLogic, InputFrom } from 'xstate'
import type { Service } from '../../services/http/service-answers.ts'
import type { activityMachine } from '../activity/activity.machine.ts'
import type { alarmLoadMachine } from '../alarm-load/alarm-load.machine.ts'
import type { alertsMachine } from '../alerts/alerts.machine.ts'
import type { auditMachine } from '../audit/audit.machine.ts'
import type { auditLogMachine } from '../audit/audit-log.machine.ts'
import type { condominiumsMachine } from '../condominiums/condominiums.machine.ts'
import { connectivityMachine } from '../connectivity/connectivity.machine.ts'
import type { demoProductsMachine } from '../demo-products/demo-products.machine.ts'
import type { deviceImportMachine } from '../device-import/device-import.machine.ts'
import type { deviceListMachine } from '../device-list/device-list.machine.ts'
import type { devicesMachine } from '../devices/devices.machine.ts'
import type { eventFeedMachine } from '../event-feed/event-feed.machine.ts'
import type { eventSearchMachine } from '../event-search/event-search.machine.ts'
import type { handoverMachine } from '../handover/handover.machine.ts'
import type { healthMachine } from '../health/health.machine.ts'
import type { incidentsMachine } from '../incidents/incidents.machine.ts'
import type { lastKnownMachine } from '../last-known/last-known.machine.ts'
import type { notificationsMachine } from '../notifications/notifications.machine.ts'
import { machineNotProvided } from '../parts/not-provided.ts'
import type { peopleMachine } from '../people/people.machine.ts'
import type { mySessionsMachine } from '../profile/my-sessions.machine.ts'
import type { passwordMachine } from '../profile/password.machine.ts'
import type { wallLinksMachine } from '../profile/wall-links.machine.ts'
import type { pushMachine } from '../push/push.machine.ts'
import { sessionMachine } from '../session/session.machine.ts'
import type { shellMachine } from '../shell/shell.machine.ts'
import type { socketMachine } from '../socket/socket.machine.ts'
import type { sourceMachine } from '../sources/source.machine.ts'
import type { themeMachine } from '../theme/theme.machine.ts'
import { versionMachine } from '../version/version.machine.ts'
import {
  asConfigured,
  asPerson,
  atNamespace,
  inCondominium,
  ofUser,
  type PanelContext,
  type PanelEvent,
} from './panel-protocol.ts'

/** The events of the root that a chart knows, with what they carry: nothing else can be forwarded to it. */
type Heard<Chart extends AnyActorLogic> = PanelEvent extends infer Event
  ? Event extends EventFromLogic<Chart> & { type: infer Type }
    ? Type
    : never
  : never

type Plan<Chart extends AnyActorLogic> = {
  /** Which reports of others it hears. */
  hears?: readonly Heard<Chart>[]
  /** Where its pages are, for whoever is signed in. */
  addresses?: readonly Address[]
} & (undefined extends InputFrom<Chart>
  ? { input?: never }
  : {
      /** What it is started with. */
      input: (known: { context: PanelContext }) => InputFrom<Chart>
    })

type Address = `/${string}`

/** A flow: the chart that runs it, and what root and router have to know before its code is there. */
export function flow<Chart extends AnyActorLogic, const Planned extends Plan<Chart>>(chart: Chart, plan: Planned) {
  return { chart, ...plan }
}

/** The flows that live as long as the page (BOOT-1). */
export const pageFlows = {
  theme: flow(machineNotProvided<typeof themeMachine>(), { hears: ['ResetAll'] }),
  push: flow(machineNotProvided<typeof pushMachine>(), { input: asConfigured, hears: ['connectivity.online'] }),
  connectivity: flow(connectivityMachine, {}),
  version: flow(versionMachine, { hears: ['page.shown', 'page.hidden', 'storage.cleared'] }),
  session: flow(sessionMachine, { hears: ['page.shown', 'session.refused', 'storage.cleared'] }),
}

/**
 * The flows that live while a session is stored (BOOT-1). Regions and ids of the root, addresses and what is provided are made
 * of this list; their code, pages and menu entries are in `composition/flows.tsx`, which no flow of it can be missing in.
 */
export const sessionFlows = {
  shell: flow(machineNotProvided<typeof shellMachine>(), { hears: ['connectivity.online', 'server.restored'] }),
  lastKnown: flow(machineNotProvided<typeof lastKnownMachine>(), { hears: ['server.restored'] }),
  condominiums: flow(machineNotProvided<typeof condominiumsMachine>(), {
    input: ofUser,
    hears: ['socket.batch', 'socket.restored', 'server.restored', 'lastKnown.over', 'storage.cleared'],
    addresses: ['/condominiums', '/condominiums/new', '/condominiums/:id/edit', '/condominiums/:id'],
  }),
  activity: flow(machineNotProvided<typeof activityMachine>(), {
    hears: ['socket.batch', 'socket.restored', 'server.restored', 'lastKnown.over'],
  }),
  eventFeed: flow(machineNotProvided<typeof eventFeedMachine>(), {
    input: inCondominium,
    hears: ['condominiums.selected', 'socket.batch', 'socket.restored', 'server.restored', 'lastKnown.over'],
  }),
  eventSearch: flow(machineNotProvided<typeof eventSearchMachine>(), {
    hears: ['socket.batch', 'socket.restored', 'server.restored'],
    addresses: ['/events'],
  }),
  socket: flow(machineNotProvided<typeof socketMachine>(), {
    input: atNamespace,
    hears: ['page.shown', 'page.hidden', 'connectivity.online', 'server.reached'],
  }),
  serverSource: flow(machineNotProvided<typeof sourceMachine>(), planOf('server')),
  deviceServiceSource: flow(machineNotProvided<typeof sourceMachine>(), planOf('deviceService')),
  healthSource: flow(machineNotProvided<typeof sourceMachine>(), planOf('health')),
  notifications: flow(machineNotProvided<typeof notificationsMachine>(), {
    input: ofUser,
    hears: ['notifications.arrived', 'push.received', 'socket.restored', 'server.restored', 'lastKnown.over'],
    addresses: ['/notifications'],
  }),
  incidents: flow(machineNotProvided<typeof incidentsMachine>(), {
    hears: ['incidents.changed', 'socket.lost', 'socket.restored', 'server.restored', 'lastKnown.over'],
    addresses: ['/incidents', '/incidents/:id'],
  }),
  handover: flow(machineNotProvided<typeof handoverMachine>(), {
    hears: ['incidents.changed', 'socket.restored', 'server.restored'],
    addresses: ['/handover'],
  }),
  alarmLoad: flow(machineNotProvided<typeof alarmLoadMachine>(), {
    hears: ['server.restored'],
    addresses: ['/alarm-load'],
  }),
  alerts: flow(machineNotProvided<typeof alertsMachine>(), {
    input: ofUser,
    hears: [
      'socket.batch',
      'socket.restored',
      'socket.lost',
      'storage.cleared',
      'isolations.changed',
      'incidents.known',
    ],
  }),
  devices: flow(machineNotProvided<typeof devicesMachine>(), {
    input: asPerson,
    hears: ['page.shown', 'page.hidden', 'deviceService.lost', 'deviceService.restored', 'storage.cleared'],
    addresses: ['/devices/new', '/devices/:wordCode/edit', '/devices/:wordCode'],
  }),
  deviceList: flow(machineNotProvided<typeof deviceListMachine>(), {
    hears: [
      'socket.batch',
      'socket.restored',
      'deviceService.lost',
      'deviceService.restored',
      'devices.reload',
      'device.changed',
      'device.deleted',
      'health.checked',
      'health.unreachable',
    ],
    addresses: ['/devices'],
  }),
  deviceImport: flow(machineNotProvided<typeof deviceImportMachine>(), {
    input: ofUser,
    hears: ['condominiums.selected'],
    addresses: ['/import'],
  }),
  health: flow(machineNotProvided<typeof healthMachine>(), {
    input: inCondominium,
    hears: [
      'condominiums.selected',
      'socket.batch',
      'socket.restored',
      'page.shown',
      'page.hidden',
      'health.lost',
      'health.restored',
    ],
    addresses: ['/health'],
  }),
  audit: flow(machineNotProvided<typeof auditMachine>(), {
    input: ofUser,
    hears: ['audit.noted', 'connectivity.online', 'socket.restored'],
  }),
  auditLog: flow(machineNotProvided<typeof auditLogMachine>(), { hears: ['server.restored'], addresses: ['/audit'] }),
  password: flow(machineNotProvided<typeof passwordMachine>(), { addresses: ['/pages/profile'] }),
  mySessions: flow(machineNotProvided<typeof mySessionsMachine>(), {}),
  wallLinks: flow(machineNotProvided<typeof wallLinksMachine>(), {}),
  people: flow(machineNotProvided<typeof peopleMachine>(), {
    hears: ['server.restored'],
    addresses: ['/users', '/users/new', '/users/:id'],
  }),
  demoProducts: flow(machineNotProvided<typeof demoProductsMachine>(), {
    addresses: ['/demo/products'],
  }),
}

/** What a source is started with, and hears. */
function planOf(service: Service) {
  return {
    input: () => ({ service }),
    hears: [
      'page.shown',
      'page.hidden',
      'connectivity.online',
      'connectivity.offline',
      'socket.lost',
      'socket.restored',
    ],
  } as const
}

/** Addresses of pages that show several flows, or none of the root's. */
const otherAddresses = ['/dashboard', '/indexpage', '/inspector'] as const

type PageFlows = typeof pageFlows
type SessionFlows = typeof sessionFlows

export type SessionFlowId = keyof SessionFlows

/** Ids of the children of the root, `id` and `systemId` alike. */
export type ActorId = keyof PageFlows | SessionFlowId

type ChartsOf<Flows extends Record<string, { chart: AnyActorLogic }>> = { [Id in keyof Flows]: Flows[Id]['chart'] }

/** The chart of every flow that lives while a session is stored. */
export type SessionCharts = ChartsOf<SessionFlows>

/** Where the pages of a flow are. */
export type AddressOf<Id extends SessionFlowId> = SessionFlows[Id] extends {
  addresses: readonly (infer Listed extends Address)[]
}
  ? Listed
  : never

export type OtherAddress = (typeof otherAddresses)[number]

/** An address that only somebody signed in may open. */
export type SignedInAddress = { [Id in SessionFlowId]: AddressOf<Id> }[SessionFlowId] | OtherAddress
/** All of them (SHELL-1). */
export const signedInAddresses: readonly SignedInAddress[] = [
  ...Object.values(sessionFlows).flatMap((each) => ('addresses' in each ? each.addresses : [])),
  ...otherAddresses,
]

/** The charts of a list, by the ids of their flows. */
export function chartsOf<Flows extends Record<string, { chart: AnyActorLogic }>>(flows: Flows): ChartsOf<Flows>
export function chartsOf(flows: Record<string, { chart: AnyActorLogic }>): Record<string, AnyActorLogic> {
  return Object.fromEntries(Object.entries(flows).map(([id, { chart }]) => [id, chart]))
}

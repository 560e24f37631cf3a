import type { ReactNode } from 'react'
import type { AnyActorLogic } from 'xstate'
import { demoProductsMachine } from '../machines/demo-products/demo-products.machine.ts'
import type { AddressOf, OtherAddress, SessionCharts, SessionFlowId } from '../machines/panel/flows.ts'
import { DashboardPage } from '../ui/dashboard/dashboard-page.tsx'
import { NotFoundPage } from '../ui/error/error-page.tsx'
import type { MenuEntry } from '../ui/layout/menu.ts'
import { AlertIcon } from '../ui/parts/alert-icon.tsx'
import {
  AuditIcon,
  BellIcon,
  BuildingIcon,
  ClockIcon,
  DashboardIcon,
  DeviceIcon,
  HandoverIcon,
  HealthIcon,
  ImportIcon,
  InspectorIcon,
  LoadIcon,
  PeopleIcon,
  PersonIcon,
} from '../ui/parts/icons.tsx'
import { useInspectorOffered } from '../ui/session/user-hooks.ts'
import {
  EditedCondominium,
  EditedDevice,
  ShownCondominium,
  ShownDevice,
  ShownIncident,
  ShownPerson,
} from './addressed-pages.tsx'
import { activity } from './charts/activity.ts'
import { alarmLoad } from './charts/alarm-load.ts'
import { alerts } from './charts/alerts.ts'
import { audit, auditLog } from './charts/audit.ts'
import { condominiums } from './charts/condominiums.ts'
import { deviceImport } from './charts/device-import.ts'
import { deviceList } from './charts/device-list.ts'
import { devices } from './charts/devices.ts'
import { eventFeed } from './charts/event-feed.ts'
import { eventSearch } from './charts/event-search.ts'
import { handover } from './charts/handover.ts'
import { health } from './charts/health.ts'
import { incidents } from './charts/incidents.ts'
import { lastKnown, type SignedInNeighbours } from './charts/last-known.ts'
import { notifications } from './charts/notifications.ts'
import { people } from './charts/people.ts'
import { mySessions, password, wallLinks } from './charts/profile.ts'
import { shell } from './charts/shell.ts'
import { socket } from './charts/socket.ts'
import { source } from './charts/sources.ts'
import {
  AlarmLoadPage,
  AuditPage,
  CondominiumFormPage,
  CondominiumsPage,
  DemoProductsPage,
  DevicesPage,
  EventsPage,
  HandoverPage,
  HealthPage,
  ImportPage,
  IncidentsPage,
  InspectorPage,
  NewDevicePage,
  NotificationsPage,
  PeoplePage,
  PersonPage,
  ProfilePage,
} from './late-pages.ts'
import type { Neighbours } from './neighbours.ts'

type Pages<Address extends string> = [Address] extends [never]
  ? { pages?: never }
  : { pages: { [At in Address]: ReactNode } }

type Part<Id extends SessionFlowId> = {
  chart: (neighbours: SignedInNeighbours) => SessionCharts[Id]
  menu?: MenuEntry
} & Pages<AddressOf<Id>>

/** What each flow of the root's list is made of, its pages, and where the menu has it. */
const flows: { [Id in SessionFlowId]: Part<Id> } = {
  shell: { chart: shell },
  lastKnown: { chart: lastKnown },
  condominiums: {
    chart: remembering(condominiums),
    pages: {
      '/condominiums': <CondominiumsPage />,
      '/condominiums/new': <CondominiumFormPage key="new" id={null} />,
      '/condominiums/:id/edit': <EditedCondominium />,
      '/condominiums/:id': <ShownCondominium />,
    },
    menu: {
      group: 'Portaria',
      label: 'Condomínios',
      href: '/condominiums',
      alias: /^\/condominiums(?:\/|$)/i,
      Icon: BuildingIcon,
    },
  },
  activity: { chart: remembering(activity) },
  eventFeed: { chart: remembering(eventFeed) },
  socket: { chart: socket },
  serverSource: { chart: source },
  deviceServiceSource: { chart: source },
  healthSource: { chart: source },
  notifications: {
    chart: remembering(notifications),
    pages: { '/notifications': <NotificationsPage /> },
    menu: {
      group: 'Conta',
      label: 'Notificações',
      href: '/notifications',
      alias: /^\/notifications\/?$/i,
      Icon: BellIcon,
    },
  },
  incidents: {
    chart: remembering(incidents),
    pages: { '/incidents': <IncidentsPage />, '/incidents/:id': <ShownIncident /> },
    menu: {
      group: 'Portaria',
      label: 'Ocorrências',
      href: '/incidents',
      alias: /^\/incidents(?:\/|$)/i,
      Icon: AlertIcon,
      isOfIncidents: true,
    },
  },
  handover: {
    chart: handover,
    pages: { '/handover': <HandoverPage /> },
    menu: {
      group: 'Portaria',
      label: 'Passagem de turno',
      href: '/handover',
      alias: /^\/handover\/?$/i,
      Icon: HandoverIcon,
      isOfIncidents: true,
    },
  },
  alerts: { chart: alerts },
  devices: {
    chart: devices,
    pages: {
      '/devices/new': <NewDevicePage />,
      '/devices/:wordCode/edit': <EditedDevice />,
      '/devices/:wordCode': <ShownDevice />,
    },
  },
  deviceList: {
    chart: remembering(deviceList),
    pages: { '/devices': <DevicesPage /> },
    menu: {
      group: 'Portaria',
      label: 'Dispositivos',
      href: '/devices',
      alias: /^\/devices(?:\/|$)/i,
      Icon: DeviceIcon,
    },
  },
  eventSearch: {
    chart: eventSearch,
    pages: { '/events': <EventsPage /> },
    menu: { group: 'Portaria', label: 'Eventos', href: '/events', alias: /^\/events\/?$/i, Icon: ClockIcon },
  },
  deviceImport: {
    chart: deviceImport,
    pages: { '/import': <ImportPage /> },
    menu: {
      group: 'Portaria',
      label: 'Importação',
      href: '/import',
      alias: /^\/import\/?$/i,
      Icon: ImportIcon,
      permission: 'import',
    },
  },
  health: {
    chart: remembering(health),
    pages: { '/health': <HealthPage /> },
    menu: { group: 'Acompanhamento', label: 'Saúde', href: '/health', alias: /^\/health\/?$/i, Icon: HealthIcon },
  },
  audit: { chart: audit },
  auditLog: {
    chart: auditLog,
    pages: { '/audit': <AuditPage /> },
    menu: {
      group: 'Acompanhamento',
      label: 'Auditoria',
      href: '/audit',
      alias: /^\/audit\/?$/i,
      Icon: AuditIcon,
      permission: 'audit:read',
    },
  },
  alarmLoad: {
    chart: alarmLoad,
    pages: { '/alarm-load': <AlarmLoadPage /> },
    menu: {
      group: 'Acompanhamento',
      label: 'Carga',
      href: '/alarm-load',
      alias: /^\/alarm-load\/?$/i,
      Icon: LoadIcon,
      isOfIncidents: true,
    },
  },
  password: {
    chart: password,
    pages: { '/pages/profile': <ProfilePage /> },
    menu: {
      group: 'Conta',
      label: 'Perfil',
      href: '/pages/profile',
      alias: /^\/pages\/profile\/?$/i,
      Icon: PersonIcon,
    },
  },
  mySessions: { chart: mySessions },
  wallLinks: { chart: wallLinks },
  people: {
    chart: people,
    pages: {
      '/users': <PeoplePage />,
      '/users/new': <PersonPage key="new" id={null} />,
      '/users/:id': <ShownPerson />,
    },
    menu: {
      group: 'Conta',
      label: 'Pessoas',
      href: '/users',
      alias: /^\/users(?:\/|$)/i,
      Icon: PeopleIcon,
      permission: 'users:write',
    },
  },
  demoProducts: { chart: () => demoProductsMachine, pages: { '/demo/products': <DemoProductsPage /> } },
}

/** Pages that show several flows, or none of the root's. */
const otherPages: { [At in OtherAddress]: ReactNode } = {
  '/dashboard': <DashboardPage />,
  '/indexpage': <DashboardPage />,
  '/inspector': <OfferedInspector />,
}

/** Every page of whoever is signed in by its address; of two that fit, the first is meant. */
export const pages: readonly [address: string, page: ReactNode][] = [
  ...Object.values(flows).flatMap(({ pages = {} }) => Object.entries(pages)),
  ...Object.entries(otherPages),
]

/** The pages that the menu leads to, in its order. */
export const menu: readonly MenuEntry[] = [
  {
    group: 'Portaria',
    label: 'Painel',
    href: '/dashboard',
    alias: /^\/(?:dashboard|indexpage)\/?$/i,
    Icon: DashboardIcon,
  },
  ...Object.values(flows).flatMap(({ menu = [] }) => menu),
  {
    group: 'Acompanhamento',
    label: 'Inspetor',
    href: '/inspector',
    alias: /^\/inspector\/?$/i,
    Icon: InspectorIcon,
    permission: 'qa',
    isInspector: true,
  },
]

/** The charts of the flows that live while somebody is signed in, with the real services behind them. */
export function sessionCharts(neighbours: SignedInNeighbours): SessionCharts
export function sessionCharts(neighbours: SignedInNeighbours): Record<string, AnyActorLogic> {
  return Object.fromEntries(Object.entries(flows).map(([id, { chart }]) => [id, chart(neighbours)]))
}

/** A flow whose answers are kept, and stand in for those of a server that does not answer. */
function remembering<Chart>(chart: (neighbours: Neighbours) => Chart) {
  return ({ remembering }: SignedInNeighbours) => chart(remembering)
}

/** For everybody else there is no such page (INS-1), nor is its code fetched. */
function OfferedInspector() {
  return useInspectorOffered() ? <InspectorPage /> : <NotFoundPage isInLayout />
}

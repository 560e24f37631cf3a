import type { SessionFlowId } from '../machines/panel/flow-plan.ts'
import type { Offer } from '../ui/layout/menu/menu.ts'
import type { Flow, Page, Shown } from './flow.ts'
import { activity } from './flows/activity.ts'
import { alarmLoad } from './flows/alarm-load.ts'
import { alerts } from './flows/alerts.ts'
import { audit, auditLog } from './flows/audit.ts'
import { condominiums } from './flows/condominiums.ts'
import { dashboardPages } from './flows/dashboard.ts'
import { demoProducts } from './flows/demo-products.ts'
import { deviceImport } from './flows/device-import.ts'
import { deviceList } from './flows/device-list.ts'
import { devices } from './flows/devices.ts'
import { eventFeed } from './flows/event-feed.ts'
import { eventSearch } from './flows/event-search.ts'
import { handover } from './flows/handover.ts'
import { health } from './flows/health.ts'
import { incidents } from './flows/incidents.ts'
import { inspectorPages } from './flows/inspector.ts'
import { lastKnown } from './flows/last-known.ts'
import { notifications } from './flows/notifications.ts'
import { people } from './flows/people.ts'
import { profile } from './flows/profile.ts'
import { rules } from './flows/rules.ts'
import { shell } from './flows/shell.ts'
import { socket } from './flows/socket.ts'
import { deviceServiceSource, healthSource, serverSource } from './flows/sources.ts'

/**
 * The flows that run while a session is stored (BOOT-1), in the order of their start, of the menu and of the prefetch.
 * Every other list of flows derives from this one.
 */
export const sessionFlows: { [Id in SessionFlowId]: Flow<Id> } = {
  shell,
  lastKnown,
  condominiums,
  activity,
  eventFeed,
  socket,
  serverSource,
  deviceServiceSource,
  healthSource,
  notifications,
  incidents,
  handover,
  alerts,
  devices,
  deviceList,
  eventSearch,
  deviceImport,
  health,
  audit,
  auditLog,
  rules,
  alarmLoad,
  profile,
  people,
  demoProducts,
}

/** The topics with pages, in the order of the menu. */
export const shown: readonly Shown[] = [dashboardPages, ...Object.values(sessionFlows), inspectorPages]

/** Every page for signed-in people (SHELL-1); if a path matches two addresses, the first wins. */
export const pages: readonly (Page & Offer)[] = shown.flatMap(({ pages = [], requires = null }) =>
  pages.map((page) => ({ ...page, requires })),
)

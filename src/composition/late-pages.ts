import type { Right, Rights } from '../../contract/rights.ts'
import { lateOptions } from '../ui/condominiums/late-options.ts'
import { lateBellPanel } from '../ui/notifications/late-bell-panel.ts'
import { lateUserMenu } from '../ui/session/late-user-menu.ts'
import { importCondominiumForm } from './charts/condominiums.ts'
import { importIncidentPage } from './charts/incidents.ts'
import { importPersonPage } from './charts/people.ts'
import { latePage } from './late-page.ts'

/** Fetches what finds the pages' code; itself no part of the first load. */
export const loadPageCode = () => import('./page-code.ts')

export const CondominiumsPage = latePage(async () => (await (await loadPageCode()).condominiumsPage()).CondominiumsPage)
export const CondominiumPage = latePage(async () => (await (await loadPageCode()).condominiumPage()).CondominiumPage)
export const CondominiumFormPage = latePage(async () => {
  const [page] = await Promise.all([(await loadPageCode()).condominiumFormPage(), importCondominiumForm()])
  return page.CondominiumFormPage
})
export const DevicesPage = latePage(async () => (await (await loadPageCode()).devicesPage()).DevicesPage)
export const DevicePage = latePage(async () => (await (await loadPageCode()).devicePage()).DevicePage)
export const NewDevicePage = latePage(async () => (await (await loadPageCode()).newDevicePage()).NewDevicePage)
export const EditDevicePage = latePage(async () => (await (await loadPageCode()).editDevicePage()).EditDevicePage)
export const EventsPage = latePage(async () => (await (await loadPageCode()).eventsPage()).EventsPage)
export const IncidentsPage = latePage(async () => (await (await loadPageCode()).incidentsPage()).IncidentsPage)
export const IncidentPage = latePage(async () => {
  const [page] = await Promise.all([(await loadPageCode()).incidentPage(), importIncidentPage()])
  return page.IncidentPage
})
export const AlarmLoadPage = latePage(async () => (await (await loadPageCode()).alarmLoadPage()).AlarmLoadPage)
export const HandoverPage = latePage(async () => (await (await loadPageCode()).handoverPage()).HandoverPage)
export const ImportPage = latePage(async () => (await (await loadPageCode()).importPage()).ImportPage)
export const HealthPage = latePage(async () => (await (await loadPageCode()).healthPage()).HealthPage)
export const AuditPage = latePage(async () => (await (await loadPageCode()).auditPage()).AuditPage)
export const NotificationsPage = latePage(
  async () => (await (await loadPageCode()).notificationsPage()).NotificationsPage,
)
export const PeoplePage = latePage(async () => {
  const [page] = await Promise.all([(await loadPageCode()).peoplePage(), importPersonPage()])
  return page.PeoplePage
})
export const PersonPage = latePage(async () => {
  const [page] = await Promise.all([(await loadPageCode()).personPage(), importPersonPage()])
  return page.PersonPage
})
export const ProfilePage = latePage(async () => (await (await loadPageCode()).profilePage()).ProfilePage)
export const DemoProductsPage = latePage(async () => (await (await loadPageCode()).demoProductsPage()).DemoProductsPage)
export const InspectorPage = latePage(async () => (await (await loadPageCode()).inspectorPage()).InspectorPage)

type Ahead = { load: () => Promise<unknown>; permission?: Right }

/**
 * Those to be fetched before anybody opens them, the likeliest first, and who may open them (LIVE-8). The inspector is left out: it
 * costs nothing before it is opened (INS-1).
 */
const ahead: readonly Ahead[] = [
  lateOptions,
  lateBellPanel,
  lateUserMenu,
  DevicesPage,
  DevicePage,
  CondominiumsPage,
  CondominiumPage,
  EventsPage,
  IncidentsPage,
  IncidentPage,
  HandoverPage,
  AlarmLoadPage,
  HealthPage,
  NotificationsPage,
  ProfilePage,
  { load: AuditPage.load, permission: 'audit:read' },
  { load: CondominiumFormPage.load, permission: 'condominium:write' },
  { load: NewDevicePage.load, permission: 'device:write' },
  { load: EditDevicePage.load, permission: 'device:write' },
  { load: ImportPage.load, permission: 'import' },
  { load: PeoplePage.load, permission: 'users:write' },
  { load: PersonPage.load, permission: 'users:write' },
  DemoProductsPage,
]

/** What fetches the pages that somebody with these permissions may open. */
export function pagesAhead(permissions: Rights): (() => Promise<unknown>)[] {
  return ahead.flatMap(({ load, permission }) =>
    permission === undefined || permissions.includes(permission) ? load : [],
  )
}

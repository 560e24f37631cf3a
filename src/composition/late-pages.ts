import type { Right, Rights } from '../../contract/rights.ts'
import { loadOptions } from '../ui/condominiums/late-options.ts'
import { importAuditExport } from './audit.ts'
import { importSheetWriter } from './device-import.ts'
import { importEventCalls } from './event-search.ts'
import { latePage } from './late-page.ts'
import { importPersonPage } from './people.ts'

export const CondominiumsPage = latePage(
  async () => (await import('../ui/condominiums/condominiums-page.tsx')).CondominiumsPage,
)
export const CondominiumPage = latePage(
  async () => (await import('../ui/condominiums/condominium-page.tsx')).CondominiumPage,
)
export const CondominiumFormPage = latePage(
  async () => (await import('../ui/condominium-form/condominium-form-page.tsx')).CondominiumFormPage,
)
// With what they work with: a page that is there has it at once, also without a network.
export const DevicesPage = latePage(async () => {
  const [page] = await Promise.all([import('../ui/device-list/devices-page.tsx'), import('./device-desk.ts')])
  return page.DevicesPage
})
export const DevicePage = latePage(async () => {
  const [page] = await Promise.all([import('../ui/devices/device-page.tsx'), import('./device-desk.ts')])
  return page.DevicePage
})
export const NewDevicePage = latePage(async () => (await import('../ui/device-form/new-device-page.tsx')).NewDevicePage)
export const EditDevicePage = latePage(
  async () => (await import('../ui/device-form/edit-device-page.tsx')).EditDevicePage,
)
export const EventsPage = latePage(async () => {
  const [page] = await Promise.all([import('../ui/event-search/events-page.tsx'), importEventCalls()])
  return page.EventsPage
})
export const ImportPage = latePage(async () => {
  const [page] = await Promise.all([import('../ui/device-import/import-page.tsx'), importSheetWriter()])
  return page.ImportPage
})
export const HealthPage = latePage(async () => (await import('../ui/health/health-page.tsx')).HealthPage)
export const AuditPage = latePage(async () => {
  const [page] = await Promise.all([import('../ui/audit/audit-page.tsx'), importAuditExport()])
  return page.AuditPage
})
export const NotificationsPage = latePage(
  async () => (await import('../ui/notifications/notifications-page.tsx')).NotificationsPage,
)
export const PeoplePage = latePage(async () => {
  const [page] = await Promise.all([import('../ui/people/people-page.tsx'), importPersonPage()])
  return page.PeoplePage
})
export const PersonPage = latePage(async () => {
  const [page] = await Promise.all([import('../ui/people/person-page.tsx'), importPersonPage()])
  return page.PersonPage
})
export const ProfilePage = latePage(async () => (await import('../ui/profile/profile-page.tsx')).ProfilePage)
export const DemoProductsPage = latePage(
  async () => (await import('../ui/demo-products/demo-products-page.tsx')).DemoProductsPage,
)
export const InspectorPage = latePage(async () => (await import('../ui/inspector/inspector-page.tsx')).InspectorPage)

type Ahead = { load: () => Promise<unknown>; permission?: Right }

/**
 * Those to be fetched before anybody opens them, the likeliest first, and who may open them (LIVE-8). The inspector is left out: it
 * costs nothing before it is opened (INS-1).
 */
const ahead: readonly Ahead[] = [
  { load: loadOptions },
  DevicesPage,
  DevicePage,
  CondominiumsPage,
  CondominiumPage,
  EventsPage,
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

import type { Right, Rights } from '../../contract/rights.ts'
import { importSheetWriter } from './device-import.ts'
import { latePage } from './late-page.ts'

const condominiums = latePage(async () => (await import('../ui/condominiums/condominiums-page.tsx')).CondominiumsPage)
const condominiumForm = latePage(
  async () => (await import('../ui/condominium-form/condominium-form-page.tsx')).CondominiumFormPage,
)
const deviceList = latePage(async () => (await import('../ui/device-list/devices-page.tsx')).DevicesPage)
const device = latePage(async () => (await import('../ui/devices/device-page.tsx')).DevicePage)
const newDevice = latePage(async () => (await import('../ui/device-form/new-device-page.tsx')).NewDevicePage)
const editDevice = latePage(async () => (await import('../ui/device-form/edit-device-page.tsx')).EditDevicePage)
const deviceImport = latePage(async () => {
  const [{ ImportPage }] = await Promise.all([import('../ui/device-import/import-page.tsx'), importSheetWriter()])
  return ImportPage
})
const health = latePage(async () => (await import('../ui/health/health-page.tsx')).HealthPage)
const audit = latePage(async () => (await import('../ui/audit/audit-page.tsx')).AuditPage)
const notifications = latePage(
  async () => (await import('../ui/notifications/notifications-page.tsx')).NotificationsPage,
)
const profile = latePage(async () => (await import('../ui/profile/profile-page.tsx')).ProfilePage)
const demoProducts = latePage(async () => (await import('../ui/demo-products/demo-products-page.tsx')).DemoProductsPage)
const inspector = latePage(async () => (await import('../ui/inspector/inspector-page.tsx')).InspectorPage)

export const CondominiumsPage = condominiums.Page
export const CondominiumFormPage = condominiumForm.Page
export const DevicesPage = deviceList.Page
export const DevicePage = device.Page
export const NewDevicePage = newDevice.Page
export const EditDevicePage = editDevice.Page
export const ImportPage = deviceImport.Page
export const HealthPage = health.Page
export const AuditPage = audit.Page
export const NotificationsPage = notifications.Page
export const ProfilePage = profile.Page
export const DemoProductsPage = demoProducts.Page
export const InspectorPage = inspector.Page

type Ahead = { load: () => Promise<unknown>; permission?: Right }

/**
 * Those to be fetched before anybody opens them, the likeliest first, and who may open them (LIVE-8). The inspector is left out: it
 * costs nothing before it is opened (INS-1).
 */
const ahead: readonly Ahead[] = [
  deviceList,
  device,
  condominiums,
  health,
  notifications,
  profile,
  { ...audit, permission: 'audit:read' },
  { ...condominiumForm, permission: 'condominium:write' },
  { ...newDevice, permission: 'device:write' },
  { ...editDevice, permission: 'device:write' },
  { ...deviceImport, permission: 'import' },
  demoProducts,
]

/** What fetches the pages that somebody with these permissions may open. */
export function pagesAhead(permissions: Rights): (() => Promise<unknown>)[] {
  return ahead.flatMap(({ load, permission }) =>
    permission === undefined || permissions.includes(permission) ? load : [],
  )
}

import type { SignedInAddress } from '../machines/panel/flows.ts'
import { nextPath } from '../ui/session/next-path.ts'

// What each page is made of, fetched together with what it works with: a page that is there has it at once, also without a network. A
// chunk of its own that needs no other, so that a page is fetched beside the flows (`fetchPage`).

export const condominiumsPage = () => import('../ui/condominiums/condominiums-page.tsx')
export const condominiumPage = () => import('../ui/condominiums/condominium-page.tsx')
export const condominiumFormPage = () =>
  first(import('../ui/condominium-form/condominium-form-page.tsx'), import('./condominium-form.ts'))
export const devicesPage = () => first(import('../ui/device-list/devices-page.tsx'), import('./device-desk.ts'))
export const devicePage = () => first(import('../ui/devices/device-page.tsx'), import('./device-desk.ts'))
export const newDevicePage = () => import('../ui/device-form/new-device-page.tsx')
export const editDevicePage = () => import('../ui/device-form/edit-device-page.tsx')
export const eventsPage = () => first(import('../ui/event-search/events-page.tsx'), import('./event-search-calls.ts'))
export const incidentsPage = () => import('../ui/incidents/incidents-page.tsx')
export const incidentPage = () => first(import('../ui/incidents/incident-page.tsx'), import('./incident-page.ts'))
export const handoverPage = () =>
  first(import('../ui/handover/handover-page.tsx'), import('../services/handover/handover-api.ts'))
export const alarmLoadPage = () =>
  first(
    import('../ui/alarm-load/alarm-load-page.tsx'),
    import('../services/alarm-load/alarm-load-api.ts'),
    import('./alarm-load-file.ts'),
  )
export const importPage = () =>
  first(import('../ui/device-import/import-page.tsx'), import('../services/device-import/device-sheet-file.ts'))
export const healthPage = () => import('../ui/health/health-page.tsx')
export const auditPage = () => first(import('../ui/audit/audit-page.tsx'), import('./audit-export.ts'))
export const notificationsPage = () => import('../ui/notifications/notifications-page.tsx')
export const peoplePage = () => first(import('../ui/people/people-page.tsx'), import('./person-page.ts'))
export const personPage = () => first(import('../ui/people/person-page.tsx'), import('./person-page.ts'))
export const profilePage = () => first(import('../ui/profile/profile-page.tsx'), import('./profile-calls.ts'))
export const demoProductsPage = () => import('../ui/demo-products/demo-products-page.tsx')
export const inspectorPage = () => import('../ui/inspector/inspector-page.tsx')

/** Of two addresses that fit, the first is meant, as in `flows.tsx`; the inspector's costs nothing before it is opened (INS-1). */
const codeOf: { [At in Exclude<SignedInAddress, '/dashboard' | '/indexpage' | '/inspector'>]: () => Promise<unknown> } =
  {
    '/condominiums': condominiumsPage,
    '/condominiums/new': condominiumFormPage,
    '/condominiums/:id/edit': condominiumFormPage,
    '/condominiums/:id': condominiumPage,
    '/notifications': notificationsPage,
    '/devices/new': newDevicePage,
    '/devices/:wordCode/edit': editDevicePage,
    '/devices/:wordCode': devicePage,
    '/devices': devicesPage,
    '/events': eventsPage,
    '/incidents': incidentsPage,
    '/incidents/:id': incidentPage,
    '/handover': handoverPage,
    '/alarm-load': alarmLoadPage,
    '/import': importPage,
    '/health': healthPage,
    '/audit': auditPage,
    '/pages/profile': profilePage,
    '/users': peoplePage,
    '/users/new': personPage,
    '/users/:id': personPage,
    '/demo/products': demoProductsPage,
  }

/** Fetches the code of the page at the browser's address, or to which the sign-in there leads. */
export async function fetchPage({ pathname, search } = location): Promise<void> {
  const path = pathname === '/login' ? nextPath(search) : pathname
  const found = Object.entries(codeOf).find(([address]) => pattern(address).test(path))
  await found?.[1]()
}

function pattern(address: string): RegExp {
  return new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?(?:\\?|$)`, 'i')
}

async function first<Page>(page: Promise<Page>, ...others: Promise<unknown>[]): Promise<Page> {
  const [code] = await Promise.all([page, ...others])
  return code
}

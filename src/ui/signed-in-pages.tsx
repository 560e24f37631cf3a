import { lazy } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { condominiumFormAddress } from './condominium-form-address.ts'
import { SignedInLayout } from './layout/signed-in-layout.tsx'
import { LeavingGuard } from './leaving-guard.tsx'
import { DashboardPage } from './pages/dashboard/dashboard-page.tsx'

const CondominiumsPage = lazy(async () => ({
  default: (await import('./pages/condominiums/condominiums-page.tsx')).CondominiumsPage,
}))
const CondominiumFormPage = lazy(async () => ({
  default: (await import('./pages/condominium-form/condominium-form-page.tsx')).CondominiumFormPage,
}))
const DevicesPage = lazy(async () => ({ default: (await import('./pages/devices/devices-page.tsx')).DevicesPage }))
const DevicePage = lazy(async () => ({ default: (await import('./pages/device/device-page.tsx')).DevicePage }))
const NewDevicePage = lazy(async () => ({
  default: (await import('./pages/device-form/new-device-page.tsx')).NewDevicePage,
}))
const EditDevicePage = lazy(async () => ({
  default: (await import('./pages/device-form/edit-device-page.tsx')).EditDevicePage,
}))
const ImportPage = lazy(async () => ({ default: (await import('./pages/import/import-page.tsx')).ImportPage }))
const HealthPage = lazy(async () => ({ default: (await import('./pages/health/health-page.tsx')).HealthPage }))
const AuditPage = lazy(async () => ({ default: (await import('./pages/audit/audit-page.tsx')).AuditPage }))
const NotificationsPage = lazy(async () => ({
  default: (await import('./pages/notifications/notifications-page.tsx')).NotificationsPage,
}))
const ProfilePage = lazy(async () => ({ default: (await import('./pages/profile/profile-page.tsx')).ProfilePage }))
const DemoProductsPage = lazy(async () => ({
  default: (await import('./pages/demo-products/demo-products-page.tsx')).DemoProductsPage,
}))
const InspectorPage = lazy(async () => ({
  default: (await import('./pages/inspector/inspector-page.tsx')).InspectorPage,
}))

/** The pages of whoever is signed in, in their layout; none is left with something unsaved unless a person says so. */
export function SignedInPages() {
  return (
    <LeavingGuard>
      <Pages />
    </LeavingGuard>
  )
}

function Pages() {
  return (
    <SignedInLayout>
      <Switch>
        <Route path="/condominiums">
          <CondominiumsPage />
        </Route>
        <Route path="/condominiums/new">
          <CondominiumFormPage key="new" id={null} />
        </Route>
        <Route path="/condominiums/:id/edit">{({ id }) => <CondominiumFormPage key={id} id={id} />}</Route>
        <Route path="/condominiums/:id">{({ id }) => <Redirect to={condominiumFormAddress(id)} replace />}</Route>
        <Route path="/devices">
          <DevicesPage />
        </Route>
        <Route path="/devices/new">
          <NewDevicePage />
        </Route>
        <Route path="/devices/:wordCode/edit">{({ wordCode }) => <EditDevicePage wordCode={wordCode} />}</Route>
        <Route path="/devices/:wordCode">{({ wordCode }) => <DevicePage wordCode={wordCode} />}</Route>
        <Route path="/import">
          <ImportPage />
        </Route>
        <Route path="/health">
          <HealthPage />
        </Route>
        <Route path="/audit">
          <AuditPage />
        </Route>
        <Route path="/notifications">
          <NotificationsPage />
        </Route>
        <Route path="/pages/profile">
          <ProfilePage />
        </Route>
        <Route path="/inspector">
          <InspectorPage />
        </Route>
        <Route path="/demo/products">
          <DemoProductsPage />
        </Route>
        <Route>
          <DashboardPage />
        </Route>
      </Switch>
    </SignedInLayout>
  )
}

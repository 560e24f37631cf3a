import { lazy } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { condominiumFormAddress } from './condominium-form/condominium-form-address.ts'
import { LeavingGuard } from './condominium-form/leaving-guard.tsx'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { SignedInLayout } from './layout/signed-in-layout.tsx'

const CondominiumsPage = lazy(async () => ({
  default: (await import('./condominiums/condominiums-page.tsx')).CondominiumsPage,
}))
const CondominiumFormPage = lazy(async () => ({
  default: (await import('./condominium-form/condominium-form-page.tsx')).CondominiumFormPage,
}))
const DevicesPage = lazy(async () => ({ default: (await import('./device-list/devices-page.tsx')).DevicesPage }))
const DevicePage = lazy(async () => ({ default: (await import('./devices/device-page.tsx')).DevicePage }))
const NewDevicePage = lazy(async () => ({
  default: (await import('./device-form/new-device-page.tsx')).NewDevicePage,
}))
const EditDevicePage = lazy(async () => ({
  default: (await import('./device-form/edit-device-page.tsx')).EditDevicePage,
}))
const ImportPage = lazy(async () => ({ default: (await import('./device-import/import-page.tsx')).ImportPage }))
const HealthPage = lazy(async () => ({ default: (await import('./health/health-page.tsx')).HealthPage }))
const AuditPage = lazy(async () => ({ default: (await import('./audit/audit-page.tsx')).AuditPage }))
const NotificationsPage = lazy(async () => ({
  default: (await import('./notifications/notifications-page.tsx')).NotificationsPage,
}))
const ProfilePage = lazy(async () => ({ default: (await import('./profile/profile-page.tsx')).ProfilePage }))
const DemoProductsPage = lazy(async () => ({
  default: (await import('./demo-products/demo-products-page.tsx')).DemoProductsPage,
}))
const InspectorPage = lazy(async () => ({
  default: (await import('./inspector/inspector-page.tsx')).InspectorPage,
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

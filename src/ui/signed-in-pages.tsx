import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { SignedInLayout } from './layout/signed-in-layout.tsx'
import { DashboardPage } from './pages/dashboard/dashboard-page.tsx'

const CondominiumsPage = lazy(async () => ({
  default: (await import('./pages/condominiums/condominiums-page.tsx')).CondominiumsPage,
}))
const ProfilePage = lazy(async () => ({ default: (await import('./pages/profile/profile-page.tsx')).ProfilePage }))

/** The pages of whoever is signed in, in their layout. */
export function SignedInPages() {
  return (
    <SignedInLayout>
      <Switch>
        <Route path="/condominiums">
          <CondominiumsPage />
        </Route>
        <Route path="/pages/profile">
          <ProfilePage />
        </Route>
        <Route>
          <DashboardPage />
        </Route>
      </Switch>
    </SignedInLayout>
  )
}

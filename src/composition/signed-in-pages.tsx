import { Route, Switch } from 'wouter'
import { LeavingGuard } from '../ui/condominium-form/leaving-guard.tsx'
import { SignedInLayout } from '../ui/layout/signed-in-layout.tsx'
import { menu, pages } from './flows.tsx'

/** The pages of whoever is signed in, in their layout; none is left with something unsaved unless a person says so. */
export function SignedInPages() {
  return (
    <LeavingGuard>
      <SignedInLayout menu={menu}>
        <Switch>
          {pages.map(([address, page]) => (
            <Route key={address} path={address}>
              {page}
            </Route>
          ))}
        </Switch>
      </SignedInLayout>
    </LeavingGuard>
  )
}

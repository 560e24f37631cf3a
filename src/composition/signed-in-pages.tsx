import { memo, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { isDataSaved, runWhenIdle } from '../services/page/idle-time.ts'
import { LeavingGuard } from '../ui/condominium-form/leaving-guard.tsx'
import { SignedInLayout } from '../ui/layout/signed-in-layout.tsx'
import { usePermissions } from '../ui/session/user-hooks.ts'
import { menu, pages } from './flows.tsx'
import { pagesAhead } from './late-pages.ts'

/** What the first page asks for comes first: last events and port tests follow it by 3 s (ACT-1). */
const aheadAfterMs = 10_000

/** The pages of whoever is signed in, in their layout (which another address leaves as it is); none is left with something unsaved unless a person says so. */
export const SignedInPages = memo(function SignedInPages() {
  const permissions = usePermissions()
  useEffect(() => runWhenIdle(isDataSaved() ? [] : pagesAhead(permissions), { afterMs: aheadAfterMs }), [permissions])
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
})

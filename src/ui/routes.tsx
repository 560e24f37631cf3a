import { type ComponentType, lazy, type ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { NotFoundPage } from './error/error-page.tsx'
import { useAccess } from './panel-context.tsx'
import { Splash } from './parts/loading/splash.tsx'
import { nextPath, signInPath } from './session/next-path.ts'
import { SignInPage } from './session/sign-in-page.tsx'
import { signInPaths, startPaths } from './session/sign-in-paths.ts'

const openPaths = /^\/(?:convite|licencas|verificar)\/?$/i
const landingPaths = /^\/(?:landingpage|landing|home)\/?$/i

const LandingPage = lazy(async () => ({ default: (await import('./landing/landing-page.tsx')).LandingPage }))

/** Pages loaded later by the composition: pages after sign-in, and pages at `openPaths`. */
export interface LaterPages {
  SignedInPages: ComponentType
  signedInAddresses: readonly RegExp[]
  OpenPages: ComponentType
}

/** Renders the page of the address in its layout, if the person may see it (SHELL-1, SES-11). */
export function Routes({ SignedInPages, signedInAddresses, OpenPages }: LaterPages) {
  const [path] = useLocation()
  const isOfSignedIn = signedInAddresses.some((address) => address.test(path))
  return (
    <Switch>
      <Route path={startPaths}>
        <Redirect to="/login" replace />
      </Route>
      <Route path={landingPaths}>
        <LandingPage />
      </Route>
      <Route path={openPaths}>
        <OpenPages />
      </Route>
      <Route path={signInPaths}>
        <SignedOutOnly>
          <SignInPage />
        </SignedOutOnly>
      </Route>
      <Route>
        {isOfSignedIn ? (
          <SignedInOnly>
            <SignedInPages />
          </SignedInOnly>
        ) : (
          <NotFoundPage />
        )}
      </Route>
    </Switch>
  )
}

function SignedInOnly({ children }: { children: ReactNode }) {
  const access = useAccess()
  const [path] = useLocation()
  const search = useSearch()
  if (access === 'signedIn') return children
  return access === 'signedOut' ? <Redirect to={signInPath(path, search)} replace /> : <Splash />
}

function SignedOutOnly({ children }: { children: ReactNode }) {
  const access = useAccess()
  const search = useSearch()
  if (access === 'signedOut') return children
  return access === 'signedIn' ? <Redirect to={nextPath(search)} replace /> : <Splash />
}

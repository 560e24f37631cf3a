import { lazy, type ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { NotFoundPage } from './error/error-page.tsx'
import { useAccess } from './panel-context.tsx'
import { Splash } from './parts/splash.tsx'
import { nextPath, signInPath } from './session/next-path.ts'
import { SignInPage } from './session/sign-in-page.tsx'

const landingPaths = /^\/(?:landingpage|landing|home)\/?$/i
const signInPaths = /^\/(?:login|pages\/custompages\/signin)\/?$/i
const signedInPaths =
  /^\/(?:dashboard|indexpage|pages\/profile|(?:condominiums|devices)(?:\/[^/]+(?:\/edit)?)?|inspector|import|health|audit|notifications|demo\/products)\/?$/i

const LandingPage = lazy(async () => ({ default: (await import('./landing/landing-page.tsx')).LandingPage }))
const SignedInPages = lazy(async () => ({ default: (await import('./signed-in-pages.tsx')).SignedInPages }))

/** The page of each address, in its layout, for those who may see it (SHELL-1, SES-11). */
export function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/login" replace />
      </Route>
      <Route path={landingPaths}>
        <LandingPage />
      </Route>
      <Route path={signInPaths}>
        <SignedOutOnly>
          <SignInPage />
        </SignedOutOnly>
      </Route>
      <Route path={signedInPaths}>
        <SignedInOnly>
          <SignedInPages />
        </SignedInOnly>
      </Route>
      <Route>
        <NotFoundPage />
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

import { lazy, Suspense } from 'react'
import type { Panel } from '../panel.ts'
import { PageArrival } from './page-arrival.tsx'
import { ErrorBoundary } from './pages/error/error-boundary.tsx'
import { ErrorPage } from './pages/error/error-page.tsx'
import { MisconfiguredPage } from './pages/error/misconfigured-page.tsx'
import { ExpiredPage } from './pages/expired/expired-page.tsx'
import { PanelContext, useAccess } from './panel-context.tsx'
import { useCrash } from './problem-hooks.ts'
import { Routes } from './routes.tsx'
import { useVersionOffered } from './version-hooks.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/notices.css'

const Toasts = lazy(() => import('./layout/toasts.tsx').then(({ Toasts }) => ({ default: Toasts })))

/** Everything on the page. */
export function App({ panel }: { panel: Panel }) {
  return (
    <PanelContext value={panel}>
      <PageArrival>
        <ErrorBoundary instead={(error) => <ErrorPage error={error} />}>
          <Screen />
        </ErrorBoundary>
        <ErrorBoundary instead={() => null}>
          <Suspense fallback={null}>
            <ToastsWhenNeeded />
          </Suspense>
        </ErrorBoundary>
      </PageArrival>
    </PanelContext>
  )
}

function Screen() {
  const access = useAccess()
  if (access === 'misconfigured') return <MisconfiguredPage />
  if (access === 'crashed') return <CrashedPage />
  return access === 'expired' ? <ExpiredPage /> : <Routes />
}

function CrashedPage() {
  return <ErrorPage error={useCrash()} />
}

function ToastsWhenNeeded() {
  const isNeeded = useAccess() === 'signedIn'
  return useVersionOffered() || isNeeded ? <Toasts /> : null
}

import { lazy, Suspense } from 'react'
import type { Panel } from '../machines/panel/panel.machine.ts'
import { ErrorBoundary } from './error/error-boundary.tsx'
import { ErrorPage } from './error/error-page.tsx'
import { useCrash } from './error/problem-hooks.ts'
import { PageArrival } from './page-arrival.tsx'
import { PanelProvider, useAccess } from './panel-context.tsx'
import { Splash } from './parts/loading/splash.tsx'
import { type LaterPages, Routes } from './routes.tsx'
import { useTakenOver } from './use-taken-over.ts'
import { useVersionOffered } from './version/version-hooks.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/notices.css'

const MisconfiguredPage = lazy(async () => ({
  default: (await import('./error/misconfigured-page.tsx')).MisconfiguredPage,
}))
const ExpiredPage = lazy(async () => ({ default: (await import('./session/expired-page.tsx')).ExpiredPage }))
// Delays this chunk by 2 s, so that the requests of the first page go first.
const Toasts = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  return { default: (await import('./layout/toasts.tsx')).Toasts }
})

/** Renders the whole panel; the code of later pages is loaded when a page opens. */
export function App({ panel, ...later }: LaterPages & { panel: Panel }) {
  return (
    <PanelProvider panel={panel}>
      <PageArrival>
        <ErrorBoundary instead={(error) => <ErrorPage error={error} />}>
          <Screen {...later} />
        </ErrorBoundary>
        <ErrorBoundary instead={() => null}>
          <Suspense fallback={null}>
            <ToastsWhenNeeded />
          </Suspense>
        </ErrorBoundary>
      </PageArrival>
    </PanelProvider>
  )
}

function Screen(later: LaterPages) {
  const access = useAccess()
  if (access === 'crashed') return <CrashedPage />
  return (
    <Suspense fallback={<Splash />}>
      {access === 'misconfigured' && <MisconfiguredPage />}
      {access === 'expired' && <ExpiredPage />}
      {access !== 'misconfigured' && access !== 'expired' && <Routes {...later} />}
    </Suspense>
  )
}

function CrashedPage() {
  return <ErrorPage error={useCrash()} />
}

function ToastsWhenNeeded() {
  const isSignedIn = useAccess() === 'signedIn'
  const isOffered = useVersionOffered()
  return useTakenOver() && (isOffered || isSignedIn) ? <Toasts /> : null
}

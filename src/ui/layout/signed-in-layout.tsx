import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { ErrorBoundary } from '../pages/error/error-boundary.tsx'
import { ErrorPage } from '../pages/error/error-page.tsx'
import { useSessionWarned } from '../session-hooks.ts'
import { Header } from './header.tsx'
import { SessionWarning } from './session-warning.tsx'
import { SideMenu } from './side-menu.tsx'
import './signed-in-layout.css'

/** The shell of whoever is signed in: header, menu, and the page between them (SHELL-2). */
export function SignedInLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <div className="shell">
      <a className="skip-link" href="#conteudo">
        Ir para o conteúdo
      </a>
      <SideMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <Header isMenuOpen={isMenuOpen} onOpenMenu={() => setMenuOpen(true)} />
      <main id="conteudo" className="shell-page" tabIndex={-1}>
        <ErrorBoundary key={path} instead={(error) => <ErrorPage error={error} isInLayout />}>
          <Suspense fallback={<PageLoading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      {useSessionWarned() && <SessionWarning />}
    </div>
  )
}

function PageLoading() {
  return <p className="page-loading">Carregando a página…</p>
}

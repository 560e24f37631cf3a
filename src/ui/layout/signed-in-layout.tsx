import { Direction } from 'radix-ui'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { useLocation } from 'wouter'
import { contactTexts } from '../../../contract/devices/panel-contact.ts'
import { useUnseenPrefix } from '../alerts/alert-hooks.ts'
import { useLostContact } from '../devices/status/panel-contact-hooks.ts'
import { ErrorBoundary } from '../error/error-boundary.tsx'
import { HiddenAlarms } from '../incidents/hidden-alarms.tsx'
import { TitlePrefix } from '../page-arrival.tsx'
import { useFlowState } from '../panel-context.tsx'
import { useLateCode } from '../parts/loading/late-code.ts'
import { holdToasts } from '../parts/toast-place.ts'
import { lateSessionWarning } from '../session/late-session-warning.ts'
import { BackToTop } from '../shell/back-to-top.tsx'
import { FailedPage } from '../shell/failed-page.tsx'
import { GlobalLoader } from '../shell/global-loader.tsx'
import { useHelp, useSwitcher } from '../shell/shell-hooks.ts'
import { lateSourceNotices } from '../sources/late-source-notices.ts'
import { useIsHorizontal, useThemeSettings } from '../theme/theme-hooks.ts'
import { Header } from './header.tsx'
import type { MenuEntry } from './menu/menu.ts'
import { SideMenu } from './menu/side-menu.tsx'
import { ShownPage } from './page/shown-page.tsx'
import '../styles/typeface.css'
import './page/page-parts.css'
import './signed-in-layout.css'

const HorizontalMenu = lazy(async () => ({ default: (await import('./menu/horizontal-menu.tsx')).HorizontalMenu }))
const HelpDialog = lazy(async () => ({ default: (await import('../shell/help-dialog.tsx')).HelpDialog }))
const StyleSwitcher = lazy(async () => ({ default: (await import('../theme/style-switcher.tsx')).StyleSwitcher }))

interface SignedInLayoutProps {
  menu: readonly MenuEntry[]
  /** While the key of the path stays the same, so does the page on screen. */
  pageKeyOf: (path: string) => string
  children: ReactNode
}

/** Layout after sign-in: header, menu and page (SHELL-2). */
export function SignedInLayout({ menu, pageKeyOf, children }: SignedInLayoutProps) {
  const switcherButton = useRef<HTMLButtonElement>(null)
  const isWarning = useFlowState('session', (session) => session.hasTag('warning'))
  const SessionWarning = useLateCode(lateSessionWarning, isWarning)
  return (
    <Direction.Provider dir={useThemeSettings('direction') === 'rtl' ? 'rtl' : 'ltr'}>
      <div className="shell">
        <a className="skip-link rounded fw-semibold" href="#conteudo">
          Ir para o conteúdo
        </a>
        <GlobalLoader />
        <SideMenu menu={menu} />
        <div className="shell-top">
          <Header switcherButton={switcherButton} />
          {useIsHorizontal() && (
            <div className="menu-place">
              <Later>
                <HorizontalMenu menu={menu} />
              </Later>
            </div>
          )}
        </div>
        <main id="conteudo" className="shell-page w-100 mx-auto" tabIndex={-1}>
          <div ref={holdToasts} className="toast-place" />
          <SourceNotices />
          <ShownPage>
            <Page pageKeyOf={pageKeyOf}>{children}</Page>
          </ShownPage>
        </main>
        <BackToTop />
        {useSwitcher() !== 'closed' && (
          <Later>
            <StyleSwitcher opener={switcherButton} />
          </Later>
        )}
        {useHelp() && (
          <Later>
            <HelpDialog />
          </Later>
        )}
        {isWarning && SessionWarning !== null && <SessionWarning />}
      </div>
    </Direction.Provider>
  )
}

/** A page that loses contact before the code of the notice has come shows only the reason. */
function SourceNotices() {
  const contact = useLostContact()
  const unread = useFlowState('shell', (shell) => shell.context.unread)
  const isLost = contact !== 'current'
  const late = useLateCode(lateSourceNotices, isLost || unread.length > 0)
  return (
    <div role="status">
      {late === null ? isLost && contactTexts[contact] : <late.SourceNotices contact={contact} unread={unread} />}
    </div>
  )
}

function Page({ pageKeyOf, children }: Omit<SignedInLayoutProps, 'menu'>) {
  const [path] = useLocation()
  const codeReturns = useFlowState('shell', (shell) => shell.context.codeReturns)
  return (
    <>
      {path !== '/dashboard' && <HiddenAlarms />}
      <ErrorBoundary key={`${pageKeyOf(path)} ${codeReturns}`} instead={(error) => <FailedPage error={error} />}>
        <TitlePrefix value={useUnseenPrefix()}>{children}</TitlePrefix>
      </ErrorBoundary>
    </>
  )
}

/** Renders lazy code; if it cannot be loaded, the page works without this part (VER-2 offers the update). */
function Later({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary instead={() => null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}

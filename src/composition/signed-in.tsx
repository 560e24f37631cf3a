import { memo, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import type { Panel } from '../machines/panel/panel.machine.ts'
import { isDataSaved, runWhenIdle } from '../services/page/idle-time.ts'
import { wearTypeface } from '../services/theme/typeface.ts'
import { LeavingGuard } from '../ui/condominium-form/leaving-guard.tsx'
import { SignedInLayout } from '../ui/layout/signed-in-layout.tsx'
import { usePermissions } from '../ui/session/user-hooks.ts'
import { withLastKnown } from './charts/last-known.ts'
import { theme } from './charts/theme.ts'
import { menu, pages, sessionCharts } from './flows.tsx'
import { offerInspector } from './inspector-offer.ts'
import { loadPageCode, pagesAhead } from './late-pages.ts'
import type { Neighbours } from './neighbours.ts'

/** What the first page asks for comes first: last events and port tests follow it by 3 s (ACT-1). */
const aheadAfterMs = 10_000

/** Whoever saves data has this fetched, too: the way to a page is no longer for it. */
const pageCodeAfterMs = 2_000

/**
 * The charts of the flows that live while somebody is signed in, and the theme's, with the real services behind them: a chunk of
 * their own, which the sign-in page does without.
 */
export async function createSignedInCharts(neighbours: Neighbours, panel: Panel) {
  await offerInspector(panel, neighbours)
  wearTypeface(document.documentElement, { localData: neighbours.localData, fonts: document.fonts })
  return { theme: theme(neighbours, document.documentElement), ...sessionCharts(withLastKnown(neighbours)) }
}

/** The pages of whoever is signed in, in their layout (which another address leaves as it is); none is left with something unsaved unless a person says so. */
export const SignedInPages = memo(function SignedInPages() {
  const permissions = usePermissions()
  useEffect(() => runWhenIdle([loadPageCode], { afterMs: pageCodeAfterMs }), [])
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

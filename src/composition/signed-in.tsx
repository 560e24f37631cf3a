import { memo, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import type { AnyActorLogic } from 'xstate'
import type { Rights } from '../../contract/rights.ts'
import type { SessionCharts } from '../machines/panel/flow-plan.ts'
import type { Panel } from '../machines/panel/panel.machine.ts'
import { withWriteKeys } from '../services/http/write-keys.ts'
import { isDataSaved, runWhenIdle } from '../services/page/idle-time.ts'
import { wearTypeface } from '../services/theme/typeface.ts'
import { LeavingGuard } from '../ui/condominium-form/leaving-guard.tsx'
import { lateOptions } from '../ui/condominiums/search/late-options.ts'
import { lateOperationTexts } from '../ui/devices/commands/late-operation-texts.ts'
import { lateHiddenAlarms } from '../ui/incidents/late-hidden-alarms.ts'
import { OfferedPage } from '../ui/layout/page/offered-page.tsx'
import { SignedInLayout } from '../ui/layout/signed-in-layout.tsx'
import { lateBellPanel } from '../ui/notifications/late-bell-panel.ts'
import { madeOnce } from '../ui/parts/loading/made-once.ts'
import { lateSessionWarning } from '../ui/session/late-session-warning.ts'
import { lateUserMenu } from '../ui/session/late-user-menu.ts'
import { usePermissions } from '../ui/session/user-hooks.ts'
import { lateSourceNotices } from '../ui/sources/late-source-notices.ts'
import { type SignedInNeighbours, withLastKnown } from './charts/page/last-known.ts'
import { theme } from './charts/page/theme.ts'
import { pages, sessionFlows } from './flows.ts'
import { offerInspector } from './inspector/inspector-offer.ts'
import { menu } from './menu.ts'
import type { Neighbours } from './neighbours.ts'
import { latePage } from './open-pages/late-page.ts'

/** The requests of the first page take precedence: last events and port tests start 3 s after it (ACT-1). */
const aheadAfterMs = 10_000

/** Lazy, because it is rarely shown. */
const RefusedPage = latePage(() => import('../ui/layout/page/refused-page.tsx').then((code) => code.RefusedPage))

const lateOf = madeOnce(latePage<Readonly<Record<string, string | undefined>>>)

const latePages = pages.map(({ code, ...page }) => ({ ...page, Page: lateOf(code) }))

/** A page with several addresses stays on screen while the address changes between them; other pages begin anew. */
function pageKeyOf(path: string): string {
  const shown = pages.find(({ pattern }) => pattern.test(path))
  const [first, ...others] = pages.filter(({ code }) => code === shown?.code)
  return first === undefined || others.length === 0 ? path : first.address
}

/**
 * The charts of the theme and of the flows that run while a person is signed in, with their real services: a separate
 * chunk, which the sign-in page does not load.
 */
export async function createSignedInCharts(given: Neighbours, panel: Panel) {
  const { http, deviceHttp, healthHttp } = given
  const neighbours: Neighbours = {
    ...given,
    http: withWriteKeys(http),
    deviceHttp: withWriteKeys(deviceHttp),
    healthHttp: withWriteKeys(healthHttp),
  }
  await offerInspector(panel, neighbours)
  wearTypeface(document.documentElement, { localData: neighbours.localData, fonts: document.fonts })
  const [charts] = await Promise.all([
    sessionCharts(withLastKnown(neighbours)),
    ...latePages.flatMap(({ fetched, Page }) => (fetched === 'with the flows' ? Page.load() : [])),
  ])
  return { theme: theme(neighbours, document.documentElement), ...charts }
}

function sessionCharts(neighbours: SignedInNeighbours): Promise<SessionCharts>
async function sessionCharts(neighbours: SignedInNeighbours): Promise<Record<string, AnyActorLogic>> {
  return Object.fromEntries(
    await Promise.all(Object.entries(sessionFlows).map(async ([id, { chart }]) => [id, await chart(neighbours)])),
  )
}

/**
 * The pages of a signed-in person in their layout; other addresses leave the layout unchanged. A page with unsaved data
 * asks the person before it closes.
 */
export const SignedInPages = memo(function SignedInPages() {
  const permissions = usePermissions()
  useEffect(() => runWhenIdle(isDataSaved() ? [] : codeAhead(permissions), { afterMs: aheadAfterMs }), [permissions])
  return (
    <LeavingGuard>
      <SignedInLayout menu={menu} pageKeyOf={pageKeyOf}>
        <Switch>
          {latePages.map(({ address, pattern, Page, permission, requires }) => (
            <Route key={pageKeyOf(address)} path={pattern}>
              {(params) => (
                <OfferedPage permission={permission} requires={requires} Refused={RefusedPage}>
                  <Page {...params} />
                </OfferedPage>
              )}
            </Route>
          ))}
        </Switch>
      </SignedInLayout>
    </LeavingGuard>
  )
})

/** Loaders of the allowed pages, to be called ahead (LIVE-8). Pages without a right are first. */
function codeAhead(permissions: Rights): (() => Promise<unknown>)[] {
  const ahead = latePages.filter(({ fetched }) => fetched === undefined)
  const free = ahead.filter(({ permission }) => permission === null)
  const permitted = ahead.filter(({ permission }) => permission !== null && permissions.includes(permission))
  const late = [
    lateSourceNotices,
    lateOptions,
    lateBellPanel,
    lateUserMenu,
    lateHiddenAlarms,
    lateSessionWarning,
    lateOperationTexts,
  ]
  return [...late, ...[...free, ...permitted].map(({ Page }) => Page)].map(({ load }) => load)
}

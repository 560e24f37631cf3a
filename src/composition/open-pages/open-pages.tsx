import { lazy } from 'react'
import { Route, Switch } from 'wouter'

const InvitationPage = lazy(async () => ({ default: (await import('./invitation-page.tsx')).InvitationPage }))
const LicencesPage = lazy(async () => ({ default: (await import('./licences-page.tsx')).LicencesPage }))
const VerificationPage = lazy(async () => ({ default: (await import('./verification-page.tsx')).VerificationPage }))

/** The rarely used pages without a session; the sign-in page loads none of their code. */
export function OpenPages() {
  return (
    <Switch>
      <Route path="/convite" component={InvitationPage} />
      <Route path="/licencas" component={LicencesPage} />
      <Route component={VerificationPage} />
    </Switch>
  )
}

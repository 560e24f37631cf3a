import { useLastEventsStatus, usePortTestsStatus } from '../activity/activity-hooks.ts'
import { PortTests } from '../activity/port-tests.tsx'
import { useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { EventFeed } from '../event-feed/event-feed.tsx'
import { useFlow } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { RefreshIcon } from '../parts/icons.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { Figures } from './figures.tsx'
import './dashboard-page.css'

/** The dashboard: what is active, what happens at the gates, and which ports answer (SHELL-4). */
export function DashboardPage() {
  const selected = useSelectedCondominium()
  return (
    <>
      <PageHeading
        title="Painel"
        context={selected === null ? 'Todos os seus condomínios' : selected.name}
        actions={<RefreshButton />}
      />
      <Figures />
      <div className="dashboard-columns">
        <EventFeed />
        <PortTests />
      </div>
    </>
  )
}

function RefreshButton() {
  const activity = useFlow('activity')
  const lastEvents = useLastEventsStatus()
  const portTests = usePortTestsStatus()
  return (
    <BusyButton
      isBusy={lastEvents === 'loading' || portTests === 'loading'}
      className="btn btn-quiet refresh-button"
      onClick={() => activity?.send({ type: 'activity.refresh' })}
    >
      <RefreshIcon />
      Atualizar
    </BusyButton>
  )
}

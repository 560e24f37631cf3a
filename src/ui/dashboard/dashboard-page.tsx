import { useState } from 'react'
import { useLastEventsStatus, usePortTestsStatus } from '../activity/activity-hooks.ts'
import { useCondominiumsStatus, useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { EventFeed } from '../event-feed/event-feed.tsx'
import { useFeedStatus } from '../event-feed/event-feed-hooks.ts'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { useFlow } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { RefreshIcon } from '../parts/icons/icons.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { LoadFailures } from './load-failures.tsx'
import { Metrics } from './metrics.tsx'
import { SituationBand } from './situation-band.tsx'
import { useSituation, useTroubles } from './trouble-hooks.ts'
import { TroubleList } from './trouble-list.tsx'
import './dashboard-page.css'

/** Dashboard: overall situation, troubles, events at the gates and metrics (PAGE-1, SHELL-4). */
export function DashboardPage() {
  const selected = useSelectedCondominium()
  const troubles = useTroubles()
  const situation = useSituation(troubles)
  return (
    <>
      <PageHeading
        title="Painel"
        context={selected === null ? 'Todos os seus condomínios' : selected.name}
        actions={<RefreshButton />}
      />
      <SituationBand situation={situation} />
      <LoadFailures />
      <FirstSteps />
      <div className={useSettled(situation.isAsking) ? '' : 'is-asking'}>
        <div className="dashboard-columns one-column d-grid align-items-start gap-3">
          <TroubleList troubles={troubles} isKnown={situation.tone !== 'neutral'} />
          <EventFeed />
          <Metrics />
        </div>
      </div>
    </>
  )
}

/** False until all parts have loaded once: until then the page hides them to avoid layout shifts. */
function useSettled(isAsking: boolean): boolean {
  const feed = useFlow('eventFeed')
  const isFeedLoading = useFeedStatus(feed) === 'loading'
  const isListLoading = useCondominiumsStatus() === 'loading'
  const [isSettled, setSettled] = useState(false)
  const isThere = isSettled || !(isAsking || isFeedLoading || isListLoading)
  if (isThere !== isSettled) setSettled(isThere)
  return isThere
}

function RefreshButton() {
  const activity = useFlow('activity')
  const health = useFlow('health')
  const lastEvents = useLastEventsStatus()
  const portTests = usePortTestsStatus()
  return (
    <BusyButton
      isBusy={lastEvents === 'loading' || portTests === 'loading'}
      className="btn btn-quiet refresh-button"
      onClick={() => {
        activity.send({ type: 'activity.refresh' })
        health.send({ type: 'health.refresh' })
      }}
    >
      <RefreshIcon />
      Atualizar
    </BusyButton>
  )
}

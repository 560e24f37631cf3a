import { useLastEventsStatus } from '../activity/activity-hooks.ts'
import { useCondominiumsStatus } from '../condominiums/condominium-hooks.ts'
import { useIncidentsFailed } from '../incidents/incident-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'

/** Lists the parts of the dashboard that could not be loaded, with a button to retry. */
export function LoadFailures() {
  const listStatus = useCondominiumsStatus()
  const eventsStatus = useLastEventsStatus()
  const condominiums = useFlow('condominiums')
  const activity = useFlow('activity')
  const isIncidentListMissing = useIncidentsFailed()
  const incidents = useFlow('incidents').send
  return (
    <>
      {listStatus === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar os condomínios."
          onRetry={() => condominiums.send({ type: 'condominiums.reload' })}
        />
      )}
      {eventsStatus === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar os últimos eventos dos condomínios."
          onRetry={() => activity.send({ type: 'activity.refresh' })}
        />
      )}
      {isIncidentListMissing && (
        <FailureNotice
          text="Não foi possível carregar as ocorrências."
          onRetry={() => incidents({ type: 'incidents.reload' })}
        />
      )}
    </>
  )
}

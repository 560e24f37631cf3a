import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useSelectedCondominium } from '../../condominiums/condominium-hooks.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { IncidentRow } from '../incident-row.tsx'
import { usePastIncidents, useWorklist } from './worklist-hooks.ts'

const texts = {
  loading: 'Carregando as ocorrências…',
  none: 'Nenhuma ainda.',
  failed: 'Não foi possível carregar as ocorrências anteriores.',
} as const

/** Shown while no incident is open: the closed incidents. */
export function WorklistOverview() {
  const condominiumId = useSelectedCondominium()?.id ?? null
  const worklist = useWorklist()
  useEffect(() => worklist?.send({ type: 'past.show', condominiumId }), [worklist, condominiumId])
  const past = usePastIncidents()
  const isBusy = useSelector(worklist, (shown) => shown?.hasTag('pastBusy') ?? true)
  const isEnd = useSelector(worklist, (shown) => shown?.hasTag('pastEnd') ?? false)
  const isFailed = useSelector(worklist, (shown) => shown?.hasTag('pastError') ?? false)
  const more = () => worklist?.send({ type: 'past.more' })
  return (
    <section className="card incident-list" aria-labelledby="anteriores">
      <div className="card-heading">
        <h2 id="anteriores">Anteriores</h2>
      </div>
      {isBusy && past.length === 0 && <p className="card-note">{texts.loading}</p>}
      {isEnd && past.length === 0 && <p className="card-note">{texts.none}</p>}
      <ul className="troubles">
        {past.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} isPast />
        ))}
      </ul>
      {isFailed && <FailureNotice text={texts.failed} onRetry={more} />}
      {past.length > 0 && !isEnd && !isFailed && (
        <BusyButton className="btn btn-quiet trouble-more" isBusy={isBusy} onClick={more}>
          Mostrar mais
        </BusyButton>
      )}
    </section>
  )
}

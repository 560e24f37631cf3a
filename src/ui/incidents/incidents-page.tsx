import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { MoreButton } from '../parts/lists/more-button.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { useStaleText } from '../sources/source-hooks.ts'
import { useIncidentsFailed, useIncidentsStatus, useOpenIncidents, usePastIncidents } from './incident-hooks.ts'
import { IncidentRow } from './incident-row.tsx'
import './incidents.css'

const texts = {
  loading: 'Carregando as ocorrências…',
  unasked: 'Não foi possível carregar as ocorrências. O painel tenta de novo sozinho.',
  failed: 'Não foi possível carregar as ocorrências.',
  none: 'Nenhuma ocorrência aberta.',
  noPast: 'Nenhuma ainda.',
  pastFailed: 'Não foi possível carregar as ocorrências anteriores.',
} as const

/** Lists open incidents, worst first, and closed ones (INC-1). */
export function IncidentsPage() {
  const status = useIncidentsStatus()
  const selected = useSelectedCondominium()
  const stale = useStaleText('server')
  return (
    <div className={stale === '' ? undefined : 'is-stale'}>
      <PageHeading title="Ocorrências" context={stale || (selected?.name ?? 'Todos os seus condomínios')} />
      {status === 'asking' && <p className="card-note">{texts.loading}</p>}
      {status === 'unasked' && (
        <p role="alert" className="card card-note">
          {texts.unasked}
        </p>
      )}
      {(status === 'known' || status === 'missing') && (
        <>
          <OpenIncidents isKnown={status === 'known'} />
          <PastIncidents condominiumId={selected?.id ?? null} />
        </>
      )}
    </div>
  )
}

function OpenIncidents({ isKnown }: { isKnown: boolean }) {
  const incidents = useOpenIncidents()
  const isFailed = useIncidentsFailed()
  const { send } = useFlow('incidents')
  return (
    <section className="card incident-list" aria-labelledby="abertas">
      <div className="card-heading">
        <h2 id="abertas">Abertas</h2>
      </div>
      {isFailed && <FailureNotice text={texts.failed} onRetry={() => send({ type: 'incidents.reload' })} />}
      {isKnown && incidents.length === 0 && <p className="card-note">{texts.none}</p>}
      <Rows incidents={incidents} />
    </section>
  )
}

function PastIncidents({ condominiumId }: { condominiumId: string | null }) {
  const flow = useFlow('incidents')
  const { send } = useFlow('incidents')
  useEffect(() => flow.send({ type: 'past.show', condominiumId }), [flow, condominiumId])
  const past = usePastIncidents()
  const isBusy = useSelector(flow, (incidents) => incidents.hasTag('pastBusy'))
  const isEnd = useSelector(flow, (incidents) => incidents.hasTag('pastEnd'))
  const isFailed = useSelector(flow, (incidents) => incidents.hasTag('pastError'))
  const more = () => send({ type: 'past.more' })
  return (
    <section className="card incident-list" aria-labelledby="anteriores">
      <div className="card-heading">
        <h2 id="anteriores">Anteriores</h2>
      </div>
      {isBusy && past.length === 0 && <p className="card-note">{texts.loading}</p>}
      {isEnd && past.length === 0 && <p className="card-note">{texts.noPast}</p>}
      <Rows incidents={past} />
      {isFailed && <FailureNotice text={texts.pastFailed} onRetry={more} />}
      {past.length > 0 && !isEnd && !isFailed && (
        <MoreButton className="btn btn-quiet trouble-more" isBusy={isBusy} onMore={more} />
      )}
    </section>
  )
}

function Rows({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <ul className="troubles">
      {incidents.map((incident) => (
        <IncidentRow key={incident.id} incident={incident} />
      ))}
    </ul>
  )
}

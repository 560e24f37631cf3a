import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import { kindView } from '../../../../contract/incidents/event-kinds.ts'
import { clockText } from '../../../../contract/texts/time-texts.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { eventsAddress } from '../../event-search/event-query.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useIncidentPage } from './open-incident-hooks.ts'

const texts = {
  loading: 'Carregando os eventos…',
  none: 'Nenhum evento ainda.',
  failed: 'Não foi possível carregar os eventos.',
} as const

/** The last ten events of the device or, for several devices, of the condominium (DESK-2). `now` in ms. */
export function IncidentEvents({ incident, now }: { incident: Incident; now: number }) {
  const page = useIncidentPage()
  const events = useSelector(page, (shown) => shown?.context.events ?? null)
  const isFailed = useSelector(page, (shown) => shown?.hasTag('eventsError') ?? false)
  const { wordCode, condominiumId } = incident
  return (
    <section className="card incident-notes" aria-labelledby="ultimos-eventos">
      <div className="card-heading">
        <h2 id="ultimos-eventos">Últimos eventos</h2>
        <Link href={eventsAddress({ condominiumId: condominiumId ?? '', wordCode })}>Ver todos</Link>
      </div>
      {isFailed && <FailureNotice text={texts.failed} onRetry={() => page?.send({ type: 'events.reload' })} />}
      {events === null && !isFailed && <p className="card-note">{texts.loading}</p>}
      {events?.length === 0 && <p className="card-note">{texts.none}</p>}
      <ol>
        {events?.map(({ id, at, kind, description, catalogued, deviceName }) => {
          const { text, tone } = kindView({ kind, description, catalogued })
          const detail = description.replace(` · ${deviceName}`, '')
          return (
            <li key={id} className={`tone-${tone}`}>
              <time dateTime={at}>{clockText(at, now)}</time>
              <span>
                <strong>{text}</strong>
                {wordCode === '' && deviceName !== '' && ` · ${deviceName}`}
                {!detail.startsWith(text) && <span className="text-soft text-sm"> {detail}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

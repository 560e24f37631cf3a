import { useEffect, useMemo } from 'react'
import { Link, useSearch } from 'wouter'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import { useCondominiumNames, usePlaceName, useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { flowHook, useFlow, useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useFocusHandedOn } from '../parts/handed-on-focus.ts'
import { MoreButton } from '../parts/lists/more-button.tsx'
import { useReached } from '../parts/lists/reached.ts'
import { RecordFilters } from '../parts/lists/record-filters.tsx'
import { isBackwards, isNarrowing, type RecordFilter, recordFilterText } from '../parts/lists/record-query.ts'
import { PageHeading } from '../parts/page-heading.tsx'
import { zoneText } from '../parts/time/zoned-time.ts'
import { useStaleText } from '../sources/source-hooks.ts'
import { eventChoiceOf, eventFilterOf, eventsAddress, kindChoices } from './event-query.ts'
import { EventRows } from './event-rows.tsx'
import { useListPlace } from './list-place.ts'
import './events-page.css'

const texts = {
  failed: 'Não foi possível buscar os eventos.',
  loading: 'Buscando os eventos…',
  empty: 'Nenhum evento passa por este filtro. Aumente o período ou limpe o filtro.',
  before: 'O evento mais próximo antes deste período',
  after: 'O evento mais próximo depois deste período',
  none: 'Nenhum evento guardado ainda. Os próximos são oferecidos aqui.',
  backwards: 'O período termina antes de começar. Troque “De” e “Até”.',
  refused: 'Este condomínio não existe ou não está entre os seus.',
  absent: 'Este servidor não tem a busca de eventos. Os últimos eventos estão no Painel.',
  news: 'Há eventos novos.',
  notAll: 'Há eventos anteriores que não estão neste papel.',
  end: 'Fim: não há eventos anteriores.',
  exporting: 'Preparando o arquivo…',
  exported: 'O arquivo foi entregue ao navegador.',
  cut: 'O arquivo tem só os 50.000 eventos mais novos. Para os anteriores, diminua o período e exporte de novo.',
  exportFailed: 'O arquivo não pôde ser preparado. Tente novamente.',
} as const

const useFoundEvents = flowHook('eventSearch', (search) => search.context.events)

/** Events of the condominium in the address, else of the selected one, else of all (PAGE-3, LIVE-6). */
export function EventsPage() {
  const search = useSearch()
  const filter = useMemo(() => eventFilterOf(search), [search])
  const selectedId = useSelectedCondominium()?.id ?? ''
  const condominiumId = filter.condominiumId || selectedId
  const place = usePlaceName(condominiumId || null)
  const isKnownPlace = useCondominiumNames().has(condominiumId) || condominiumId === ''
  const stale = useStaleText('server')
  const eventSearch = useFlow('eventSearch')
  const catalogue = useFlowState('eventSearch', (flow) => flow.context.kinds)
  const kinds = kindChoices(catalogue, useFoundEvents(), filter.kind)
  useEffect(() => {
    eventSearch.send({ type: 'eventSearch.choose', choice: eventChoiceOf({ ...filter, condominiumId }) })
  }, [eventSearch, filter, condominiumId])
  return (
    <div className={stale === '' ? undefined : 'is-stale'}>
      <PageHeading
        title="Eventos"
        context={stale || `De ${place}, do mais novo para o mais antigo, no horário deste computador (${zoneText()})`}
      />
      <p className="print-only">{recordFilterText(filter, place, new Map(kinds))}</p>
      <RecordFilters label="Filtrar os eventos" path="/events" filter={filter} kinds={kinds} />
      <EventActions />
      <EventList filter={filter} isKnownPlace={isKnownPlace} />
    </div>
  )
}

function EventActions() {
  const eventSearch = useFlow('eventSearch')
  const file = useFlowState('eventSearch', (search) => {
    if (search.hasTag('exporting')) return 'exporting'
    if (search.hasTag('exported')) return 'exported'
    if (search.hasTag('exportCut')) return 'cut'
    return search.hasTag('exportFailed') ? 'failed' : 'idle'
  })
  const hasEvents = useFoundEvents().length > 0
  const newCount = useFlowState('eventSearch', (search) => search.context.newIds.length)
  const isPlenty = useFlowState('eventSearch', (search) => search.hasTag('plenty'))
  return (
    <div className="record-actions">
      <BusyButton
        className="btn btn-quiet"
        isBusy={file === 'exporting'}
        disabled={!hasEvents}
        onClick={() => eventSearch.send({ type: 'eventSearch.export' })}
      >
        Exportar CSV
      </BusyButton>
      <button type="button" className="btn btn-quiet" disabled={!hasEvents} onClick={() => print()}>
        Imprimir
      </button>
      <p role="status">
        {file === 'exporting' && texts.exporting}
        {file === 'exported' && texts.exported}
        {file === 'cut' && texts.cut}
        {file === 'failed' && texts.exportFailed}
      </p>
      <span role="status" className="visually-hidden">
        {newCount > 0 && texts.news}
      </span>
      <div className="new-events">{newCount > 0 && <NewEventsButton text={newEventsText(newCount, isPlenty)} />}</div>
    </div>
  )
}

function NewEventsButton({ text }: { text: string }) {
  const eventSearch = useFlow('eventSearch')
  const button = useFocusHandedOn<HTMLButtonElement>()
  return (
    <button
      ref={button}
      type="button"
      className="btn btn-primary"
      onClick={() => {
        scrollTo({ top: 0 })
        eventSearch.send({ type: 'eventSearch.refresh' })
      }}
    >
      {text}
    </button>
  )
}

function EventList({ filter, isKnownPlace }: { filter: RecordFilter; isKnownPlace: boolean }) {
  const eventSearch = useFlow('eventSearch')
  const events = useFoundEvents()
  const status = useFlowState('eventSearch', (search) => {
    if (search.hasTag('error')) return 'failed'
    if (search.hasTag('refused')) return 'refused'
    if (search.hasTag('end')) return 'ended'
    return search.matches({ list: 'loaded' }) ? 'loaded' : 'loading'
  })
  const nearest = useFlowState('eventSearch', (search) => search.context.nearest)
  useListPlace()
  const end = useReached(events.length, () => eventSearch.send({ type: 'eventSearch.more' }))
  return (
    <>
      {status === 'refused' && isKnownPlace && <p className="card card-note">{texts.absent}</p>}
      {status === 'refused' && !isKnownPlace && (
        <p className="card card-note">
          {texts.refused} <Link href={eventsAddress({})}>Ver os eventos dos seus condomínios</Link>
        </p>
      )}
      {events.length === 0 && status === 'loading' && <p className="card-note">{texts.loading}</p>}
      {events.length === 0 && status === 'ended' && (
        <>
          <p className="card card-note mb-3">{emptyText(filter)}</p>
          <Nearest title={texts.before} event={nearest?.before ?? null} />
          <Nearest title={texts.after} event={nearest?.after ?? null} />
        </>
      )}
      {events.length > 0 && <EventRows events={events} label="Eventos" />}
      {status === 'failed' && (
        <FailureNotice text={texts.failed} onRetry={() => eventSearch.send({ type: 'eventSearch.reload' })} />
      )}
      {events.length > 0 && (status === 'loaded' || status === 'loading') && (
        <div ref={end} className="record-actions mt-3">
          <MoreButton
            className="btn btn-quiet"
            isBusy={status === 'loading'}
            onMore={() => eventSearch.send({ type: 'eventSearch.more' })}
          />
        </div>
      )}
      {events.length > 0 && status !== 'ended' && <p className="print-only">{texts.notAll}</p>}
      {events.length > 0 && status === 'ended' && <p className="card-note">{texts.end}</p>}
    </>
  )
}

/** An event beside a period without events (DESK-7). */
function Nearest({ title, event }: { title: string; event: FoundEvent | null }) {
  if (event === null) return null
  return (
    <section className="mb-3" aria-label={title}>
      <h2 className="mb-2">{title}</h2>
      <EventRows events={[event]} label={title} />
    </section>
  )
}

function emptyText(filter: RecordFilter): string {
  if (isBackwards(filter)) return texts.backwards
  return isNarrowing(filter) ? texts.empty : texts.none
}

function newEventsText(count: number, isPlenty: boolean): string {
  if (isPlenty) return `${count} eventos novos ou mais`
  return count === 1 ? '1 evento novo' : `${count} eventos novos`
}

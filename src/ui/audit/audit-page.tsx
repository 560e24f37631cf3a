import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { usePlaceName, useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { MoreButton } from '../parts/lists/more-button.tsx'
import { RecordFilters } from '../parts/lists/record-filters.tsx'
import { isBackwards, isNarrowing, type RecordFilter, recordFilterText } from '../parts/lists/record-query.ts'
import { PageHeading } from '../parts/page-heading.tsx'
import { zoneText } from '../parts/time/zoned-time.ts'
import { AuditExport } from './audit-export.tsx'
import { auditChoiceOf, auditFilterOf } from './audit-query.ts'
import { AuditTable } from './audit-table.tsx'
import { auditActorNames, auditKindNames, auditKinds } from './audit-texts.ts'
import './audit-page.css'

const texts = {
  failed: 'Não foi possível carregar a auditoria.',
  loading: 'Carregando os registros…',
  empty: 'Nenhum registro passa por este filtro. Aumente o período ou limpe o filtro.',
  none: 'Nenhum registro ainda. O que acontecer aos dispositivos aparece aqui.',
  backwards: 'O período termina antes de começar. Troque “De” e “Até”.',
  unsound:
    'Os registros desta administradora não conferem: alguém os mudou por fora do Guarita, e o servidor não os assina mais. Guarde os dados como estão e chame quem cuida do servidor.',
  notAll: 'Há registros anteriores que não estão neste papel.',
} as const

const kinds = auditKinds.map((kind) => [kind, auditKindNames[kind]] as const)

/** Audit of the condominium in the address, else of the selected one, else of all (AUD-3, LIVE-6). */
export function AuditPage() {
  const search = useSearch()
  const filter = useMemo(() => auditFilterOf(search), [search])
  const selectedId = useSelectedCondominium()?.id ?? null
  const place = usePlaceName(filter.condominiumId || selectedId)
  return (
    <>
      <PageHeading
        title="Auditoria"
        context={`De ${place}: a proteção dos dispositivos e o que pessoas pediram a eles, no horário deste computador (${zoneText()})`}
      />
      <AuditLog filter={filter} place={place} />
    </>
  )
}

function AuditLog({ filter, place }: { filter: RecordFilter; place: string }) {
  const selectedId = useSelectedCondominium()?.id ?? ''
  const auditLog = useFlow('auditLog')
  const records = useFlowState('auditLog', (log) => log.context.records)
  const status = useFlowState('auditLog', (log) => {
    if (log.hasTag('error')) return 'failed'
    return log.matches({ list: 'loaded' }) ? 'loaded' : 'loading'
  })
  const problem = useFlowState('auditLog', (log) => log.context.problem)
  const hasMore = useFlowState('auditLog', (log) => log.context.cursor !== null)
  useEffect(() => {
    const choice = auditChoiceOf({ ...filter, condominiumId: filter.condominiumId || selectedId })
    auditLog.send({ type: 'auditLog.choose', choice })
  }, [auditLog, filter, selectedId])
  return (
    <>
      <p className="print-only">{recordFilterText(filter, place, new Map(kinds), auditActorNames)}</p>
      <RecordFilters label="Filtrar a auditoria" path="/audit" filter={filter} kinds={kinds} actors={auditActorNames} />
      <AuditExport isEmpty={status === 'loaded' && records.length === 0} period={periodOf(filter)} />
      {problem !== null && (
        <div className="failure-notice">
          <AlertIcon />
          <p role="alert">
            {texts.unsound} {problem}
          </p>
        </div>
      )}
      {status === 'failed' && (
        <FailureNotice text={texts.failed} onRetry={() => auditLog.send({ type: 'auditLog.reload' })} />
      )}
      {status === 'loading' && records.length === 0 && <p className="card-note">{texts.loading}</p>}
      {status === 'loaded' && records.length === 0 && <p className="card card-note">{emptyText(filter)}</p>}
      {records.length > 0 && <AuditTable records={records} />}
      {hasMore && <p className="print-only">{texts.notAll}</p>}
      {hasMore && status !== 'failed' && (
        <MoreButton
          className="btn btn-quiet mt-3"
          isBusy={status === 'loading'}
          onMore={() => auditLog.send({ type: 'auditLog.more' })}
        />
      )}
    </>
  )
}

function periodOf(filter: RecordFilter): 'none' | 'chosen' | 'backwards' {
  if (isBackwards(filter)) return 'backwards'
  return filter.from === '' && filter.to === '' ? 'none' : 'chosen'
}

function emptyText(filter: RecordFilter): string {
  if (isBackwards(filter)) return texts.backwards
  return isNarrowing(filter) ? texts.empty : texts.none
}

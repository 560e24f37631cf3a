import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { usePlaceName, useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import { AuditExport } from './audit-export.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { useAuditLogStatus, useAuditRecords, useMoreAuditRecords } from './audit-hooks.ts'
import { type AuditFilterValues, auditChoiceOf, auditFilterOf } from './audit-query.ts'
import { AuditTable } from './audit-table.tsx'
import './audit-page.css'

const texts = {
  forbidden:
    'A auditoria é para quem tem a permissão “Consultar a auditoria”. Peça-a a quem administra o painel, se for o seu caso.',
  failed: 'Não foi possível carregar a auditoria.',
  loading: 'Carregando os registros…',
  empty: 'Nenhum registro passa por este filtro.',
} as const

/** What happened to circuits and devices, of the condominium that the address names, else of the selected one (AUD-3, LIVE-6). */
export function AuditPage() {
  const mayRead = usePermissions().includes('audit:read')
  const search = useSearch()
  const filter = useMemo(() => auditFilterOf(search), [search])
  const selectedId = useSelectedCondominium()?.id ?? null
  const place = usePlaceName(filter.condominiumId || selectedId)
  return (
    <>
      <PageHeading
        title="Auditoria"
        context={`De ${place}: a proteção dos dispositivos e o que pessoas pediram a eles`}
      />
      {mayRead ? <AuditLog filter={filter} /> : <p className="card card-note">{texts.forbidden}</p>}
    </>
  )
}

function AuditLog({ filter }: { filter: AuditFilterValues }) {
  const selectedId = useSelectedCondominium()?.id ?? ''
  const auditLog = useFlow('auditLog')
  const records = useAuditRecords()
  const status = useAuditLogStatus()
  const hasMore = useMoreAuditRecords()
  useEffect(() => {
    const choice = auditChoiceOf({ ...filter, condominiumId: filter.condominiumId || selectedId })
    auditLog?.send({ type: 'auditLog.choose', choice })
  }, [auditLog, filter, selectedId])
  return (
    <>
      <AuditFilters filter={filter} />
      <AuditExport isEmpty={status === 'loaded' && records.length === 0} />
      {status === 'failed' && (
        <FailureNotice text={texts.failed} onRetry={() => auditLog?.send({ type: 'auditLog.reload' })} />
      )}
      {status === 'loading' && records.length === 0 && <p className="card-note">{texts.loading}</p>}
      {status === 'loaded' && records.length === 0 && <p className="card card-note">{texts.empty}</p>}
      {records.length > 0 && <AuditTable records={records} />}
      {hasMore && status !== 'failed' && (
        <BusyButton
          className="btn btn-quiet audit-more"
          isBusy={status === 'loading'}
          onClick={() => auditLog?.send({ type: 'auditLog.more' })}
        >
          Mostrar mais
        </BusyButton>
      )}
    </>
  )
}

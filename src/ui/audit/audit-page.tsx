import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { useFlow } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import { AuditExport } from './audit-export.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { useAuditLogStatus, useAuditRecords, useMoreAuditRecords } from './audit-hooks.ts'
import { auditChoiceOf, auditFilterOf } from './audit-query.ts'
import { AuditTable } from './audit-table.tsx'
import './audit-page.css'

const texts = {
  forbidden:
    'A auditoria é para quem tem a permissão “Consultar a auditoria”. Peça-a a quem administra o painel, se for o seu caso.',
  failed: 'Não foi possível carregar a auditoria.',
  loading: 'Carregando os registros…',
  empty: 'Nenhum registro passa por este filtro.',
} as const

/** What happened to circuits and devices, for those who have to answer for it (AUD-3). */
export function AuditPage() {
  const mayRead = usePermissions().includes('audit:read')
  return (
    <>
      <PageHeading title="Auditoria" context="Proteção, retomadas e exclusões de dispositivos" />
      {mayRead ? <AuditLog /> : <p className="card card-note">{texts.forbidden}</p>}
    </>
  )
}

function AuditLog() {
  const search = useSearch()
  const filter = useMemo(() => auditFilterOf(search), [search])
  const auditLog = useFlow('auditLog')
  const records = useAuditRecords()
  const status = useAuditLogStatus()
  const hasMore = useMoreAuditRecords()
  useEffect(() => auditLog?.send({ type: 'auditLog.choose', choice: auditChoiceOf(filter) }), [auditLog, filter])
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

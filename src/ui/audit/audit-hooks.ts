import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { AuditRecord, StoredRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditFileFormat } from '../../machines/audit/audit-log.machine.ts'
import { useFlow } from '../panel-context.tsx'

/** Whether this browser refuses storage, so that records live as long as the page (AUD-2). */
export function useAuditVolatile(): boolean {
  return useSelector(useFlow('audit'), (audit) => audit?.hasTag('volatile') ?? false)
}

const none: readonly never[] = []

/** Asks for this browser's records of a device: the newest first. */
export function useDeviceHistory(wordCode: string): readonly AuditRecord[] {
  const audit = useFlow('audit')
  useEffect(() => audit?.send({ type: 'audit.historyWanted', wordCode }), [audit, wordCode])
  return useSelector(audit, (flow) => (flow?.context.wordCode === wordCode ? flow.context.history : none))
}

/** The server's records that pass the filter, as far as they are loaded. */
export function useAuditRecords(): readonly StoredRecord[] {
  return useSelector(useFlow('auditLog'), (log) => log?.context.records ?? none)
}

/** How the log stands. */
export function useAuditLogStatus(): 'loading' | 'failed' | 'loaded' {
  return useSelector(useFlow('auditLog'), (log) => {
    if (log?.hasTag('error')) return 'failed'
    return log?.matches({ list: 'loaded' }) ? 'loaded' : 'loading'
  })
}

/** Whether there are more records than those that are loaded. */
export function useMoreAuditRecords(): boolean {
  return useSelector(useFlow('auditLog'), (log) => (log?.context.cursor ?? null) !== null)
}

/** How the file stands, of which kind it is, and why it was not made. */
export function useAuditExport(): {
  status: 'idle' | 'exporting' | 'exported' | 'failed'
  format: AuditFileFormat
  failure: string
} {
  const status = useSelector(useFlow('auditLog'), (log) => {
    if (log?.hasTag('exporting')) return 'exporting'
    if (log?.hasTag('exported')) return 'exported'
    return log?.hasTag('exportFailed') ? 'failed' : 'idle'
  })
  const format = useSelector(useFlow('auditLog'), (log) => log?.context.format ?? 'csv')
  const failure = useSelector(useFlow('auditLog'), (log) => log?.context.fileFailure?.message ?? '')
  return { status, format, failure }
}

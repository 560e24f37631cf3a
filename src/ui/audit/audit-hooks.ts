import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditFileFormat } from '../../machines/audit/audit-log.machine.ts'
import { flowHook, useFlow, useFlowState } from '../panel-context.tsx'

/** Whether this browser refuses storage; then the records are lost when the page closes (AUD-2). */
export const useAuditVolatile = flowHook('audit', (audit) => audit.hasTag('volatile'))

const none: readonly never[] = []

/** Loads this browser's records of a device, newest first. */
export function useDeviceHistory(wordCode: string): readonly AuditRecord[] {
  const audit = useFlow('audit')
  useEffect(() => audit.send({ type: 'audit.historyWanted', wordCode }), [audit, wordCode])
  return useSelector(audit, (flow) => (flow.context.wordCode === wordCode ? flow.context.history : none))
}

/** Selects the status and format of the exported file, and the reason of a failure. */
export function useAuditExport(): {
  status: 'idle' | 'exporting' | 'exported' | 'failed'
  format: AuditFileFormat
  failure: string
} {
  const status = useFlowState('auditLog', (log) => {
    if (log.hasTag('exporting')) return 'exporting'
    if (log.hasTag('exported')) return 'exported'
    return log.hasTag('exportFailed') ? 'failed' : 'idle'
  })
  const format = useFlowState('auditLog', (log) => log.context.format)
  const failure = useFlowState('auditLog', (log) => log.context.fileFailure?.message ?? '')
  return { status, format, failure }
}

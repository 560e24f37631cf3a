import { useFlow } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { useAuditExport } from './audit-hooks.ts'

const formats = [
  { format: 'csv', label: 'Exportar CSV', name: 'CSV' },
  { format: 'json', label: 'Exportar JSON', name: 'JSON' },
] as const

/** Everything that passes the filter as a file, whatever of it is on screen (AUD-3); and what is on screen, on paper. */
export function AuditExport({ isEmpty }: { isEmpty: boolean }) {
  const auditLog = useFlow('auditLog')
  const { status, format: last } = useAuditExport()
  const name = formats.find(({ format }) => format === last)?.name
  return (
    <div className="record-actions">
      {formats.map(({ format, label }) => (
        <BusyButton
          key={format}
          className="btn btn-quiet"
          isBusy={status === 'exporting'}
          disabled={isEmpty}
          onClick={() => auditLog?.send({ type: 'auditLog.export', format })}
        >
          {label}
        </BusyButton>
      ))}
      <button type="button" className="btn btn-quiet" disabled={isEmpty} onClick={() => print()}>
        Imprimir
      </button>
      <p role="status">
        {status === 'exporting' && `Preparando o arquivo ${name}…`}
        {status === 'exported' && `O arquivo ${name} foi entregue ao navegador.`}
        {status === 'failed' && `O arquivo ${name} não pôde ser preparado. Tente novamente.`}
      </p>
    </div>
  )
}

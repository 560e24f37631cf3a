import { Link } from 'wouter'
import { useFlow } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { useAuditExport } from './audit-hooks.ts'

const formats = [
  { format: 'csv', label: 'Exportar CSV', name: 'O arquivo CSV' },
  { format: 'json', label: 'Exportar JSON', name: 'O arquivo JSON' },
  { format: 'dossier', label: 'Fazer dossiê', name: 'O dossiê' },
] as const

interface AuditExportProps {
  isEmpty: boolean
  period: 'none' | 'chosen' | 'backwards'
}

/** Exports the filtered records (AUD-3), prints the loaded ones, and downloads a period's dossier (EVI-4). */
export function AuditExport({ isEmpty, period }: AuditExportProps) {
  const auditLog = useFlow('auditLog')
  const { status, format: last, failure } = useAuditExport()
  const name = formats.find(({ format }) => format === last)?.name
  return (
    <div className="record-actions">
      {formats.map(({ format, label }) => (
        <BusyButton
          key={format}
          className="btn btn-quiet"
          isBusy={status === 'exporting'}
          disabled={format === 'dossier' ? period === 'backwards' : isEmpty}
          onClick={() => auditLog.send({ type: 'auditLog.export', format })}
        >
          {label}
        </BusyButton>
      ))}
      <button type="button" className="btn btn-quiet" disabled={isEmpty} onClick={() => print()}>
        Imprimir
      </button>
      <p role="status">
        {status === 'exporting' && `${name} está sendo preparado…`}
        {status === 'exported' && `${name} foi entregue ao navegador.`}
        {status === 'failed' && `${name} não pôde ser preparado. ${failure}`}
      </p>
      {period === 'backwards' && (
        <p className="text-soft">Para um dossiê, troque “De” e “Até”: o período termina antes de começar.</p>
      )}
      <p className="text-soft">
        O dossiê leva o que o servidor registrou e assinou {period === 'none' ? 'nas últimas 24 horas' : 'no período'},
        do condomínio ou dispositivo escolhido. Qualquer pessoa o confere em <Link href="/verificar">/verificar</Link>.
      </p>
    </div>
  )
}

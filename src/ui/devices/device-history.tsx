import { Link } from 'wouter'
import { useAuditVolatile, useDeviceHistory } from '../audit/audit-hooks.ts'
import { auditAddress } from '../audit/audit-query.ts'
import { auditText } from '../audit/audit-texts.ts'
import { everything } from '../parts/record-query.ts'
import { clockText } from '../parts/time-texts.ts'
import { usePermissions } from '../session/user-hooks.ts'

interface DeviceHistoryProps {
  wordCode: string
  condominiumId: string
  /** Milliseconds since the epoch. */
  now: number
}

/** What this browser's audit records tell of the device, newest first (DEV-6). */
export function DeviceHistory({ wordCode, condominiumId, now }: DeviceHistoryProps) {
  const history = useDeviceHistory(wordCode)
  const isVolatile = useAuditVolatile()
  const mayRead = usePermissions().includes('audit:read')
  return (
    <section className="card device-history" aria-labelledby="historico">
      <div className="card-heading">
        <h2 id="historico">Histórico neste navegador</h2>
        {mayRead && <Link href={auditAddress({ ...everything, wordCode, condominiumId })}>Ver na auditoria</Link>}
      </div>
      {isVolatile && (
        <p className="card-note">Sem armazenamento neste navegador: este histórico só existe até fechar a página.</p>
      )}
      {history.length === 0 ? (
        <p className="card-note">Este navegador não registrou nada sobre este dispositivo.</p>
      ) : (
        <ol>
          {history.map((record) => (
            <li key={record.id}>
              <time dateTime={record.at}>{clockText(record.at, now)}</time>
              <span>{auditText(record)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

import { socketLimits } from '../../machines/socket/socket-limits.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { RefreshIcon } from '../parts/icons/icons.tsx'
import { useOffline } from '../sources/source-hooks.ts'
import { type Connection, useConnection } from './socket-hooks.ts'

const shown: Record<Connection, (attempt: number) => string> = {
  connected: () => 'Conectado',
  connecting: () => 'Conectando…',
  reconnecting: (attempt) => `Reconectando (${attempt}/${socketLimits.attempts})`,
  failed: () => 'Sem conexão',
}

const offlineText = 'Este computador está sem rede'

const tones: Record<Connection, string> = {
  connected: 'tone-ok',
  connecting: 'tone-neutral',
  reconnecting: 'tone-warn',
  failed: 'tone-bad',
}

/** Announced by screen readers: changes only when the connection is lost, restored or given up (SOC-5). */
const spoken: Record<Connection, string> = {
  connected: 'Conectado',
  connecting: 'Conectando…',
  reconnecting: 'Conexão perdida. Reconectando…',
  failed: 'Sem conexão',
}

/** Shows the state of the live connection, or that this computer has no network (STATE-8), and a button to retry after the panel has given up (SOC-5, A11Y-2). */
export function ConnectionState() {
  const connection = useConnection()
  const attempt = useFlowState('socket', (socket) => Math.max(socket.context.attempt, 1))
  const socket = useFlow('socket')
  const isOffline = useOffline()
  return (
    <div className="connection d-flex flex-wrap align-items-center" data-state={connection}>
      <span role="status" className="visually-hidden">
        {isOffline ? offlineText : spoken[connection]}
      </span>
      <span className={`connection-pill ${isOffline ? 'tone-bad' : tones[connection]}`} aria-hidden="true">
        <span className="connection-dot" />
        <span>{isOffline ? 'Sem rede' : shown[connection](attempt)}</span>
      </span>
      {connection === 'failed' && !isOffline && (
        <button
          type="button"
          className="btn btn-sm btn-quiet text-bad"
          aria-label="Reconectar"
          onClick={() => socket.send({ type: 'socket.reconnect' })}
        >
          <RefreshIcon />
          <span>Reconectar</span>
        </button>
      )}
    </div>
  )
}

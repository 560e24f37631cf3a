import { breakerRules, type CircuitState } from '../../machines/breaker/breaker-rules.ts'
import { type CircuitView, nextCallOf } from './circuit-view.ts'

/** What a circuit's state is called (A11Y-3). */
export const circuitStateNames: Record<CircuitState, string> = {
  CLOSED: 'Fechado',
  OPEN: 'Aberto',
  HALF_OPEN: 'Meio aberto',
}

/** The colour of a circuit: one that counts failures already is not as good as one that has none. */
export function circuitTone({
  state,
  failureCount,
}: Pick<CircuitView, 'state' | 'failureCount'>): 'ok' | 'warn' | 'bad' {
  if (state === 'OPEN') return 'bad'
  return state === 'CLOSED' && failureCount === 0 ? 'ok' : 'warn'
}

/** Minutes and seconds that are left: '1:12'. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(Math.ceil(leftMs / 1_000), 0)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** '1 falha', '5 falhas seguidas'. */
export function failuresText(count: number): string {
  return count === 1 ? '1 falha' : `${count} falhas seguidas`
}

/** A failure's code in words: 'timeout', 'sem resposta', 'código 504'. */
export function failureText(code: string): string {
  if (code === 'no response') return 'sem resposta'
  if (code === 'crash') return 'erro no painel'
  return code.replace(/^status /, 'código ')
}

/**
 * What the next call will meet: '3 falhas seguidas', 'Nova tentativa em 1:12', …; '' where nothing stands against it. Without a
 * network the panel tries nothing (LIVE-3).
 */
export function circuitText(circuit: CircuitView, now: number, isOffline: boolean): string {
  const next = nextCallOf(circuit, now)
  switch (next.kind) {
    case 'allowed':
      return circuit.failureCount === 0 ? '' : failuresText(circuit.failureCount)
    case 'refused':
      // The clock on screen ticks by the second: it may be older than the failure.
      return `Nova tentativa em ${countdownText(Math.min(next.until - now, breakerRules.openTimeoutMs))}`
    case 'testing':
      return 'Testando agora'
    case 'due':
      return isOffline ? 'Nova tentativa quando a rede voltar' : 'Testando agora'
    case 'trial':
      return 'A próxima chamada será um teste'
  }
}

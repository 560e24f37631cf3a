import { failuresText } from '../evidence/failure-texts.ts'
import { untilText } from '../texts/time-texts.ts'
import { breakerRules, type CircuitState, nextCallOf } from './breaker-rules.ts'
import type { Circuit } from './circuit.ts'

/** Names of the circuit's states (A11Y-3). */
export const circuitStateNames: Record<CircuitState, string> = {
  CLOSED: 'Normal',
  OPEN: 'Em pausa',
  HALF_OPEN: 'Em teste',
  FORCED_OPEN: 'Isolado',
}

/** Tone of a circuit; a closed circuit that has counted failures is not green. */
export function circuitTone({
  state,
  failureCount,
}: Pick<Circuit, 'state' | 'failureCount'>): 'ok' | 'warn' | 'bad' | 'neutral' {
  if (state === 'FORCED_OPEN') return 'neutral'
  if (state === 'OPEN') return 'bad'
  return state === 'CLOSED' && failureCount === 0 ? 'ok' : 'warn'
}

/** Formats the remaining minutes and seconds: '1:12'. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(Math.ceil(leftMs / 1_000), 0)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns 'até 06:00 por Ana'; '' if the device is not isolated. */
export function isolationText(isolation: Circuit['isolation'], now: number): string {
  if (isolation === null) return ''
  return `${untilText(isolation.until, now)}${isolation.by === '' ? '' : ` por ${isolation.by}`}`
}

const dueTexts = {
  current: 'Testando agora',
  offline: 'Nova tentativa quando a rede voltar',
  silent: 'Nova tentativa quando o servidor responder',
  serviceSilent: 'Nova tentativa quando o serviço de dispositivos responder',
  healthSilent: 'Testando agora',
} as const

/**
 * Describes the next call: '3 falhas seguidas', 'Nova tentativa em 1:12', …; '' if the call is allowed and no failure
 * is counted. Without contact the panel makes no trial (LIVE-3).
 */
export function circuitText(circuit: Circuit, now: number, contact: keyof typeof dueTexts): string {
  const next = nextCallOf(circuit, now)
  switch (next.kind) {
    case 'allowed':
      return circuit.failureCount === 0 ? '' : failuresText(circuit.failureCount)
    case 'refused':
      // Limits the countdown: the clock on screen ticks once per second and may be older than the failure.
      return `Nova tentativa em ${countdownText(Math.min(next.until - now, breakerRules.openTimeoutMs))}`
    case 'isolated':
      return `Neste computador ${isolationText(circuit.isolation, now)}`
    case 'testing':
      return 'Testando agora'
    case 'due':
      return dueTexts[contact]
    case 'trial':
      return 'A próxima chamada será um teste'
  }
}

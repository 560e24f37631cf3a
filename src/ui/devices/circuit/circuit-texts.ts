import { type DeviceFailureCause, deviceFailureCauses } from '../../../../contract/wire/answers/devices/devices.ts'
import { breakerRules, type CircuitState } from '../../../machines/breaker/breaker-rules.ts'
import { untilText } from '../../parts/time/time-texts.ts'
import { type CircuitView, nextCallOf } from './circuit-view.ts'

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
}: Pick<CircuitView, 'state' | 'failureCount'>): 'ok' | 'warn' | 'bad' | 'neutral' {
  if (state === 'FORCED_OPEN') return 'neutral'
  if (state === 'OPEN') return 'bad'
  return state === 'CLOSED' && failureCount === 0 ? 'ok' : 'warn'
}

/** Formats the remaining minutes and seconds: '1:12'. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(Math.ceil(leftMs / 1_000), 0)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns '1 falha' or '5 falhas seguidas'. */
export function failuresText(count: number): string {
  return count === 1 ? '1 falha' : `${count} falhas seguidas`
}

/**
 * Returns '1 falha, sem resposta' or '5 falhas seguidas, a última com resposta de erro'; `code` as in `failureText`.
 */
export function failuresWithCauseText(count: number, code: string | null | undefined): string {
  if (!code) return failuresText(count)
  return `${failuresText(count)}, ${count === 1 ? '' : 'a última '}${failureText(code)}`
}

const failureTexts: Readonly<Record<string, string>> = {
  timeout: 'sem resposta a tempo',
  'status 408': 'sem resposta a tempo',
  'no response': 'sem resposta',
  crash: 'por erro no painel',
  'status 401': 'com a sessão terminada',
  'not asked': 'com o servidor ocupado: nada foi enviado ao dispositivo',
  'not heard': 'com o servidor ocupado: a resposta do dispositivo não foi ouvida',
}

const causeTexts: Record<DeviceFailureCause, string> = {
  refused: 'com a conexão recusada',
  dropped: 'com a conexão encerrada',
  garbage: 'com uma resposta que não é a dele',
  declined: 'com o pedido não aceito por ele',
  silent: 'sem resposta a tempo',
  unreachable: 'sem caminho até o endereço',
}

/** Reads the cause at the end of a code (`status 502 refused`); undefined if there is none. */
export function causeOf(code: string): DeviceFailureCause | undefined {
  return deviceFailureCauses.find((cause) => code.endsWith(` ${cause}`))
}

/** Describes a failure code (`timeout`, `status 504`) in words; only the details show the code. */
export function failureText(code: string): string {
  const known = failureTexts[code]
  if (known !== undefined) return known
  const cause = causeOf(code)
  if (cause !== undefined) return causeTexts[cause]
  return /^status 4(?!29)/.test(code) ? 'com o pedido não aceito' : 'com resposta de erro'
}

/** Returns 'até 06:00 por Ana'; '' if the device is not isolated. */
export function isolationText(isolation: CircuitView['isolation'], now: number): string {
  if (isolation === null) return ''
  return `${untilText(isolation.until, now)}${isolation.by === '' ? '' : ` por ${isolation.by}`}`
}

const dueTexts = {
  current: 'Testando agora',
  offline: 'Nova tentativa quando a rede voltar',
  silent: 'Nova tentativa quando o servidor responder',
  serviceSilent: 'Nova tentativa quando o serviço de dispositivos responder',
} as const

/**
 * Describes the next call: '3 falhas seguidas', 'Nova tentativa em 1:12', …; '' if the call is allowed and no failure
 * is counted. Without contact the panel makes no trial (LIVE-3).
 */
export function circuitText(circuit: CircuitView, now: number, contact: keyof typeof dueTexts): string {
  const next = nextCallOf(circuit, now)
  switch (next.kind) {
    case 'allowed':
      return circuit.failureCount === 0 ? '' : failuresText(circuit.failureCount)
    case 'refused':
      // Limits the countdown: the clock on screen ticks once per second and may be older than the failure.
      return `Nova tentativa em ${countdownText(Math.min(next.until - now, breakerRules.openTimeoutMs))}`
    case 'isolated':
      return isolationText(circuit.isolation, now)
    case 'testing':
      return 'Testando agora'
    case 'due':
      return dueTexts[contact]
    case 'trial':
      return 'A próxima chamada será um teste'
  }
}

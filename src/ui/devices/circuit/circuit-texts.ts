import { type DeviceFailureCause, deviceFailureCauses } from '../../../../contract/wire/answers/devices/devices.ts'
import { breakerRules, type CircuitState } from '../../../machines/breaker/breaker-rules.ts'
import { untilText } from '../../parts/time/time-texts.ts'
import { type CircuitView, nextCallOf } from './circuit-view.ts'

/** What a person reads for a circuit's state (A11Y-3). */
export const circuitStateNames: Record<CircuitState, string> = {
  CLOSED: 'Normal',
  OPEN: 'Em pausa',
  HALF_OPEN: 'Em teste',
  FORCED_OPEN: 'Isolado',
}

/** The colour of a circuit: one that counts failures already is not as good as one that has none. */
export function circuitTone({
  state,
  failureCount,
}: Pick<CircuitView, 'state' | 'failureCount'>): 'ok' | 'warn' | 'bad' | 'neutral' {
  if (state === 'FORCED_OPEN') return 'neutral'
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

/** '1 falha, sem resposta', '5 falhas seguidas, a última com resposta de erro'; `code` as in `failureText`. */
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

/** Why the device itself gave no answer. */
const causeTexts: Record<DeviceFailureCause, string> = {
  refused: 'com a conexão recusada',
  dropped: 'com a conexão encerrada',
  garbage: 'com uma resposta que não é a dele',
  declined: 'com o pedido não aceito por ele',
  silent: 'sem resposta a tempo',
  unreachable: 'sem caminho até o endereço',
}

/** The cause that a code ends in (`status 502 refused`), or undefined. */
export function causeOf(code: string): DeviceFailureCause | undefined {
  return deviceFailureCauses.find((cause) => code.endsWith(` ${cause}`))
}

/** Why a call came to nothing, in words: its code (`timeout`, `status 504`) is for those who look at the details. */
export function failureText(code: string): string {
  const known = failureTexts[code]
  if (known !== undefined) return known
  const cause = causeOf(code)
  if (cause !== undefined) return causeTexts[cause]
  return /^status 4(?!29)/.test(code) ? 'com o pedido não aceito' : 'com resposta de erro'
}

/** Until when, and by whom: 'até 06:00 por Ana'; '' where nobody isolates the device. */
export function isolationText(isolation: CircuitView['isolation'], now: number): string {
  if (isolation === null) return ''
  return `${untilText(isolation.until, now)}${isolation.by === '' ? '' : ` por ${isolation.by}`}`
}

/** What a trial that is due waits for, by how the panel reaches the devices (LIVE-3). */
const dueTexts = {
  current: 'Testando agora',
  offline: 'Nova tentativa quando a rede voltar',
  silent: 'Nova tentativa quando o servidor responder',
  serviceSilent: 'Nova tentativa quando o serviço de dispositivos responder',
} as const

/**
 * What the next call will meet: '3 falhas seguidas', 'Nova tentativa em 1:12', …; '' where nothing stands against it. While it
 * reaches nobody the panel tries nothing (LIVE-3).
 */
export function circuitText(circuit: CircuitView, now: number, contact: keyof typeof dueTexts): string {
  const next = nextCallOf(circuit, now)
  switch (next.kind) {
    case 'allowed':
      return circuit.failureCount === 0 ? '' : failuresText(circuit.failureCount)
    case 'refused':
      // The clock on screen ticks by the second: it may be older than the failure.
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

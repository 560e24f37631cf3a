import { type DeviceFailureCause, deviceFailureCauses } from '../wire/answers/devices/devices.ts'

/** Code of a call that was not sent: a person has isolated the device. */
export const isolatedCode = 'isolated'

/** Code of a call that was not sent: the computer of the panel had no network (STATE-8). */
export const unsentCode = 'not sent'

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
  [unsentCode]: 'com o computador do painel sem rede: nada foi enviado',
  'not asked': 'com o servidor ocupado: nada foi enviado ao dispositivo',
  'not heard': 'com o servidor ocupado: a resposta do dispositivo não foi ouvida',
}

const causeTexts: Record<DeviceFailureCause, string> = {
  refused: 'com a conexão recusada',
  dropped: 'com a conexão encerrada',
  garbage: 'com uma resposta que não é a dele',
  declined: 'com o pedido não aceito por ele',
  hung: 'com a conexão aceita, mas sem resposta a tempo',
  silent: 'sem resposta a tempo',
  unreachable: 'sem caminho até o endereço',
}

/** Reads the cause at the end of a code (`status 502 refused`); undefined if there is none. */
export function causeOf(code: string): DeviceFailureCause | undefined {
  return deviceFailureCauses.find((cause) => code.endsWith(` ${cause}`))
}

/** Describes a failure code (`timeout`, `status 504`) in words; only the details show the code. */
export function failureText(code: string): string {
  const known = Object.hasOwn(failureTexts, code) ? failureTexts[code] : undefined
  if (known !== undefined) return known
  const cause = causeOf(code)
  if (cause !== undefined) return causeTexts[cause]
  return /^status 4(?!29)/.test(code) ? 'com o pedido não aceito' : 'com resposta de erro'
}

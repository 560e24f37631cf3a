import { secondsText } from '../../../../contract/texts/time-texts.ts'
import {
  CircuitOpenError,
  DeviceNotAskedError,
  DeviceTimeoutError,
  DeviceUnreachableError,
  DeviceUnsentError,
} from '../../../machines/devices/calls/device-errors.ts'
import type { OperationView } from './device-operation-view.ts'

const doing: Record<OperationView['kind'], string> = {
  test: 'Testando o dispositivo…',
  restart: 'Pedindo o reinício…',
  activate: 'Alterando o dispositivo…',
  create: 'Cadastrando o dispositivo…',
  edit: 'Salvando as alterações…',
  reset: 'Retomando também no servidor…',
}

const cancelled: Record<OperationView['kind'], string> = {
  test: 'Teste cancelado.',
  restart: 'Espera pelo reinício cancelada: o pedido pode já ter chegado ao dispositivo.',
  activate: 'Espera cancelada: o pedido pode já ter chegado ao dispositivo.',
  create: 'Espera cancelada: confira na lista se o dispositivo foi cadastrado.',
  edit: 'Espera cancelada: confira se as alterações foram salvas.',
  reset: 'Espera pelo servidor cancelada: neste painel o dispositivo foi retomado.',
}

/** Text during an attempt. */
export function progressText({ kind, attempts, of }: OperationView): string {
  return attempts > 1 ? `${doing[kind]} Tentativa ${attempts} de ${of}` : doing[kind]
}

/** Countdown to the next attempt: 'Tentativa 2 de 4 em 1 s'. `now` in milliseconds since the epoch. */
export function waitText({ attempts, of, nextAttemptAt }: OperationView, now: number): string {
  const seconds = Math.max(Math.ceil(((nextAttemptAt ?? now) - now) / 1_000), 0)
  return `Tentativa ${attempts + 1} de ${of} em ${seconds} s`
}

/** Whether the device may have executed the command although no answer confirmed it. */
export function mayBeDone({ kind, phase, error }: Pick<OperationView, 'kind' | 'phase' | 'error'>): boolean {
  if (error instanceof DeviceNotAskedError && !error.wasSent) return false
  return phase === 'failed' && (kind === 'restart' || kind === 'activate')
}

/**
 * Describes the outcome and the next step; '' while the operation is running. The text names a pause only until the pause ends.
 * @param now in milliseconds since the epoch
 */
export function outcomeText(
  operation: Pick<OperationView, 'kind' | 'active' | 'phase' | 'error'>,
  now: number,
): string {
  const { kind, phase, error } = operation
  switch (phase) {
    case 'running':
    case 'waiting':
      return ''
    case 'succeeded':
      return successText(operation)
    case 'cancelled':
      return cancelled[kind]
    case 'refused':
      if (error instanceof DeviceUnsentError) return error.message
      return isPauseOver(error, now)
        ? `Não enviado: o dispositivo estava ${pauseWord(error)}.`
        : `Não enviado: o dispositivo está ${pauseText(error)}.`
    case 'rejected':
      return error?.message ?? 'O serviço recusou o pedido.'
    case 'failed':
      return kind === 'reset'
        ? 'O dispositivo foi retomado neste painel, mas o servidor não confirmou.'
        : failureSentence(error, now)
  }
}

function successText({ kind, active }: Pick<OperationView, 'kind' | 'active'>): string {
  switch (kind) {
    case 'test':
      return 'O dispositivo respondeu ao teste.'
    case 'restart':
      return 'Reinício pedido ao dispositivo. Ele volta em instantes.'
    case 'activate':
      return active ? 'Dispositivo ativado.' : 'Dispositivo desativado.'
    case 'create':
      return 'Dispositivo cadastrado.'
    case 'edit':
      return 'Alterações salvas.'
    case 'reset':
      return 'Retomado neste painel e no servidor: as próximas chamadas são enviadas.'
  }
}

function failureSentence(error: OperationView['error'], now: number): string {
  const made = attemptsText(error)
  const again = triedAgainText(error, now)
  if (error instanceof DeviceTimeoutError) return `O dispositivo não respondeu a tempo.${made}${again}`
  if (error instanceof CircuitOpenError) return `O dispositivo não respondeu.${made}${again}`
  if (error instanceof DeviceUnreachableError) return `O serviço de dispositivos não foi alcançado.${made}${again}`
  return `${error?.message ?? 'A operação falhou. Tente novamente.'}${made}${again}`
}

function attemptsText(error: OperationView['error']): string {
  if (error === null || !('attempts' in error)) return ''
  return error.attempts === 1 ? ' Foi feita 1 tentativa.' : ` Foram feitas ${error.attempts} tentativas.`
}

function triedAgainText(error: OperationView['error'], now: number): string {
  if (error === null || !('retryAt' in error) || error.retryAt === null || isPauseOver(error, now)) return ''
  return ` O dispositivo está ${pauseText(error)}.`
}

function isPauseOver(error: OperationView['error'], now: number): boolean {
  return error !== null && 'retryAt' in error && error.retryAt !== null && error.retryAt <= now
}

function pauseText(error: OperationView['error']): string {
  if (error === null || !('retryAt' in error) || error.retryAt === null) return pauseWord(error)
  return `${pauseWord(error)} até ${secondsText(error.retryAt)}`
}

function pauseWord(error: OperationView['error']): 'isolado' | 'em pausa' {
  return error !== null && 'isIsolated' in error && error.isIsolated ? 'isolado' : 'em pausa'
}

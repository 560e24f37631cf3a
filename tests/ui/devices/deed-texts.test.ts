import { expect, test } from 'vitest'
import { commandText as commandTextWith, type ReportedCommand } from '../../../contract/evidence/command-texts.ts'
import { secondsText } from '../../../contract/texts/time-texts.ts'
import { isolationSpans } from '../../../src/machines/breaker/isolation-spans.ts'
import { DeviceNotAskedError } from '../../../src/machines/devices/calls/device-errors.ts'
import {
  type DeviceCommand,
  isReasonOptional,
} from '../../../src/machines/devices/commands/device-confirmation.machine.ts'
import { confirmationTexts, isolationSpanText } from '../../../src/ui/devices/commands/confirmation-texts.ts'
import { mayBeDone } from '../../../src/ui/devices/commands/operation-texts.ts'

const commandText = (record: ReportedCommand) => commandTextWith(record, { minutes: secondsText, seconds: secondsText })
const target = { wordCode: 'AV-01', condominiumId: 'c1' }
const commands: DeviceCommand[] = [
  { kind: 'restart', target },
  { kind: 'activate', target, active: true },
  { kind: 'activate', target, active: false },
  { kind: 'reset', target },
  { kind: 'isolate', target, span: '1h' },
  { kind: 'release', target },
  { kind: 'delete', target },
]

test('each confirmation names the device and the effect on people who pass (LIVE-11)', () => {
  for (const command of commands) {
    const { title, effect } = confirmationTexts(command, 'Catraca Torre A')
    expect(title).toMatch(/Catraca Torre A.*\?$/)
    expect(effect).toContain('Catraca Torre A')
    expect(effect).toMatch(/quem |ninguém/)
  }
  expect(new Set(commands.map((command) => confirmationTexts(command, 'X').confirm)).size).toBe(commands.length)
  expect(commands.filter(isReasonOptional).map(({ kind }) => kind)).toEqual(['restart'])
})

test('each isolation span is shown with its end time', () => {
  const at = (hour: number, minute: number) => new Date(2026, 10, 22, hour, minute).getTime()
  const textOf = (now: number) => isolationSpans.map((span) => isolationSpanText(span, now))
  expect(textOf(at(22, 15))).toEqual([
    '1 hora, até 23:15',
    '4 horas, até amanhã às 02:15',
    'Até amanhã às 06:00',
    '24 horas, até amanhã às 22:15',
  ])
  expect(textOf(at(5, 59)).at(2)).toBe('Até 06:00')
  expect(textOf(at(6, 0)).at(2)).toBe('Até amanhã às 06:00')
})

test('an unconfirmed command may have been executed', () => {
  expect(mayBeDone({ kind: 'restart', phase: 'failed', error: null })).toBe(true)
  expect(mayBeDone({ kind: 'activate', phase: 'failed', error: null })).toBe(true)
  expect(mayBeDone({ kind: 'activate', phase: 'refused', error: null })).toBe(false)
  expect(mayBeDone({ kind: 'test', phase: 'failed', error: null })).toBe(false)
  const trace = { wordCode: 'AGUAVIVA-01', attempts: 1, retryAt: null, isIsolated: false }
  expect(mayBeDone({ kind: 'restart', phase: 'failed', error: new DeviceNotAskedError('', trace, true) })).toBe(true)
  expect(mayBeDone({ kind: 'restart', phase: 'failed', error: new DeviceNotAskedError('', trace, false) })).toBe(false)
})

const asked = { cause: 'manual', command: 'restart', outcome: 'asked' } as const

test('a command without a network is recorded as not sent (STATE-8)', () => {
  expect(commandText({ ...asked, outcome: 'refused', lastError: 'not sent' })).toBe(
    'Reinício não enviado: o computador do painel estava sem rede',
  )
})

test('the record of a command has its request, its reason and its outcome', () => {
  expect(commandText(asked)).toBe('Reinício pedido')
  expect(commandText({ ...asked, reason: 'leitor travado' })).toBe('Reinício pedido. Motivo: leitor travado')
  expect(commandText({ ...asked, outcome: 'succeeded' })).toBe('Reinício aceito pelo dispositivo')
  expect(commandText({ ...asked, command: 'delete', outcome: 'succeeded' })).toBe('Exclusão feita')
  expect(commandText({ ...asked, command: 'reset', outcome: 'succeeded' })).toBe('Retomada confirmada pelo servidor')
  expect(commandText({ ...asked, command: 'activate', outcome: 'rejected', lastError: 'status 403' })).toBe(
    'Ativação não aceita pelo servidor',
  )
  expect(commandText({ ...asked, outcome: 'failed', lastError: 'no response' })).toBe(
    'Reinício sem confirmação: sem resposta',
  )
  expect(commandText({ ...asked, outcome: 'failed' })).toBe('Reinício sem confirmação')
  expect(commandText({ ...asked, command: 'deactivate', outcome: 'cancelled' })).toBe(
    'Desativação sem confirmação: a espera foi cancelada',
  )
})

test('the record of a command that was not sent has the end of the pause', () => {
  const retryAt = '2026-11-22T03:14:20.000Z'
  expect(commandText({ ...asked, outcome: 'refused', retryAt })).toBe(
    `Reinício não enviado: o dispositivo estava em pausa até ${secondsText(Date.parse(retryAt))}`,
  )
  expect(commandText({ ...asked, outcome: 'refused' })).toBe('Reinício não enviado: o dispositivo estava em pausa')
})

test('the record of an undo names the command that it undoes', () => {
  const undo = { cause: 'undo', outcome: 'succeeded' } as const
  expect(commandText({ ...undo, command: 'activate' })).toBe('Desfazer a desativação: ativação aceita pelo dispositivo')
  expect(commandText({ ...undo, command: 'deactivate' })).toBe(
    'Desfazer a ativação: desativação aceita pelo dispositivo',
  )
})

test('a record of an unknown command has a general text', () => {
  expect(commandText({ cause: 'manual', reason: 'leitor travado' })).toBe('Ação no dispositivo. Motivo: leitor travado')
  expect(commandText({ cause: 'manual', command: 'restart' })).toBe('Reinício pedido')
})

import { expect, test } from 'vitest'
import { secondsText } from '../../../contract/texts/time-texts.ts'
import { CircuitOpenError, DeviceTimeoutError } from '../../../src/machines/devices/calls/device-errors.ts'
import { bulkProgress, bulkQuestion, bulkResultText, bulkSummary } from '../../../src/ui/device-list/bulk-texts.ts'

const target = { wordCode: 'A', condominiumId: 'c1', name: 'Leitor' }
const retryAt = Date.UTC(2026, 10, 21, 17)
const trace = { wordCode: 'A', attempts: 0, retryAt, isIsolated: false }

test('a bulk confirmation agrees with the number of devices and names the effect on people who pass', () => {
  expect(bulkQuestion('deactivate', 1).title).toBe('Desativar 1 dispositivo?')
  expect(bulkQuestion('deactivate', 1).effect).toContain('este dispositivo não libera ninguém')
  expect(bulkQuestion('activate', 1_200).title).toBe('Ativar 1.200 dispositivos?')
  expect(bulkQuestion('activate', 1_200).effect).toContain('estes 1.200 dispositivos voltam a liberar')
})

test('the bulk progress is n of m, with the number of pending devices', () => {
  expect(bulkProgress('test', 3, 300, null)).toBe('Testando: 3 de 300')
  expect(bulkProgress('activate', 3, 300, 1)).toBe('Ativando: 3 de 300. Parando: espera por 1 dispositivo.')
})

test('each bulk result is a sentence', () => {
  const textOf = (
    command: 'test' | 'deactivate',
    outcome: 'succeeded' | 'refused' | 'failed' | 'barred',
    error: Error | null,
  ) => bulkResultText(command, { target, outcome, error }, 0)
  expect(textOf('test', 'succeeded', null)).toBe('O dispositivo respondeu ao teste.')
  expect(textOf('deactivate', 'succeeded', null)).toBe('Dispositivo desativado.')
  expect(textOf('test', 'refused', new CircuitOpenError(trace))).toBe(
    `Não enviado: o dispositivo está em pausa até ${secondsText(retryAt)}.`,
  )
  expect(textOf('deactivate', 'failed', new DeviceTimeoutError('', { ...trace, attempts: 4, retryAt: null }))).toBe(
    'O dispositivo não respondeu a tempo. Foram feitas 4 tentativas. O pedido pode ter chegado mesmo assim: confira no local.',
  )
  expect(textOf('test', 'barred', null)).toContain('outra ação estava em andamento')
})

test('the bulk summary counts the results by the action that they need', () => {
  const result = (outcome: 'succeeded' | 'refused' | 'failed' | 'barred') => ({ target, outcome, error: null })
  expect(bulkSummary([result('succeeded')], 0)).toBe('1 com sucesso')
  expect(bulkSummary([result('succeeded'), result('failed'), result('refused'), result('barred')], 1)).toBe(
    '1 com sucesso, 1 sem sucesso, 2 não enviados, 1 não começado',
  )
})

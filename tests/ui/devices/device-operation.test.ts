import { expect, test } from 'vitest'
import { secondsText } from '../../../contract/texts/time-texts.ts'
import {
  CircuitOpenError,
  DeviceFailureError,
  DeviceNotAskedError,
  DeviceTimeoutError,
  DeviceUnreachableError,
  DeviceUnsentError,
} from '../../../src/machines/devices/calls/device-errors.ts'
import { deviceFormProblems } from '../../../src/machines/devices/device-form-rules.ts'
import { unsentText } from '../../../src/services/http/call-result.ts'
import { movedResult, resultText } from '../../../src/ui/devices/circuit/result-texts.ts'
import { isUnderWay, type OperationView } from '../../../src/ui/devices/commands/device-operation-view.ts'
import { outcomeText, progressText, waitText } from '../../../src/ui/devices/commands/operation-texts.ts'

const now = Date.UTC(2026, 10, 21, 17, 3, 12)
const trace = { wordCode: 'AGUAVIVA-01', attempts: 4, retryAt: null, isIsolated: false }

function operation(changes: Partial<OperationView>): OperationView {
  return {
    kind: 'test',
    active: false,
    undoes: false,
    operation: { kind: 'test', target: { wordCode: 'AGUAVIVA-01', condominiumId: 'c1' } },
    phase: 'running',
    attempts: 1,
    of: 4,
    nextAttemptAt: null,
    error: null,
    ...changes,
  }
}

test('a running operation shows its attempt and the time of the next attempt', () => {
  expect(progressText(operation({}))).toBe('Testando o dispositivo…')
  expect(progressText(operation({ attempts: 2 }))).toBe('Testando o dispositivo… Tentativa 2 de 4')
  expect(waitText(operation({ phase: 'waiting', nextAttemptAt: now + 900 }), now)).toBe('Tentativa 2 de 4 em 1 s')
  expect(
    [null, operation({}), operation({ phase: 'waiting' }), operation({ phase: 'failed' })].map(isUnderWay),
  ).toEqual([false, true, true, false])
  expect(outcomeText(operation({}), now)).toBe('')
})

test('a success has a text for each operation', () => {
  expect(outcomeText(operation({ phase: 'succeeded' }), now)).toBe('O dispositivo respondeu ao teste.')
  expect(outcomeText(operation({ phase: 'succeeded', kind: 'activate', active: true }), now)).toBe(
    'Dispositivo ativado.',
  )
  expect(outcomeText(operation({ phase: 'succeeded', kind: 'activate' }), now)).toBe('Dispositivo desativado.')
})

test('a refusal shows that no request was sent, and the end of the pause', () => {
  const error = new CircuitOpenError({ ...trace, attempts: 0, retryAt: now })
  expect(outcomeText(operation({ phase: 'refused', error }), now - 1)).toBe(
    `Não enviado: o dispositivo está em pausa até ${secondsText(now)}.`,
  )
  expect(outcomeText(operation({ phase: 'refused', error }), now)).toBe('Não enviado: o dispositivo estava em pausa.')
  const unsent = new DeviceUnsentError(unsentText, trace)
  expect(outcomeText(operation({ phase: 'refused', error: unsent }), now)).toBe(
    'Nada foi enviado: este computador estava sem rede.',
  )
})

test('a failure shows its cause, its number of attempts and the end of the pause', () => {
  const failed = (error: Error) => outcomeText(operation({ phase: 'failed', error }), now)
  expect(failed(new DeviceTimeoutError('', trace))).toBe(
    'O dispositivo não respondeu a tempo. Foram feitas 4 tentativas.',
  )
  expect(failed(new DeviceUnreachableError('', { ...trace, attempts: 1 }))).toBe(
    'O serviço de dispositivos não foi alcançado. Foi feita 1 tentativa.',
  )
  expect(failed(new DeviceFailureError('O dispositivo recusou.', { ...trace, retryAt: now + 1_000 }, 502))).toBe(
    `O dispositivo recusou. Foram feitas 4 tentativas. O dispositivo está em pausa até ${secondsText(now + 1_000)}.`,
  )
  expect(failed(new DeviceFailureError('O dispositivo recusou.', { ...trace, retryAt: now }, 502))).toBe(
    'O dispositivo recusou. Foram feitas 4 tentativas.',
  )
  for (const wasSent of [false, true])
    expect(failed(new DeviceNotAskedError('O servidor está ocupado.', trace, wasSent))).toBe(
      'O servidor está ocupado. Foram feitas 4 tentativas.',
    )
  expect(failed(new Error('Quebrou.'))).toBe('Quebrou.')
})

test('a reset that the server does not confirm is still a reset in this panel', () => {
  expect(outcomeText(operation({ kind: 'reset', phase: 'failed', error: new Error('x') }), now)).toBe(
    'O dispositivo foi retomado neste painel, mas o servidor não confirmou.',
  )
})

const filled = { wordCode: 'av-01', condominiumId: 'c1', name: 'Leitor', model: 'X', ip: '10.0.0.1', port: '80' }

test('the device form is checked by the rules of the service', () => {
  expect(deviceFormProblems(filled)).toEqual({})
  const nothing = { wordCode: '', condominiumId: '', name: ' ', model: '', ip: '', port: '' }
  expect(Object.keys(deviceFormProblems(nothing)).toSorted()).toEqual(Object.keys(nothing).toSorted())
  for (const ip of ['10.0.0', '10.0.0.256', '10.0.0.01', 'host', '1.2.3.4.5', '8.8.8.8', '172.40.0.1', '0.0.0.0'])
    expect(deviceFormProblems({ ...filled, ip }), ip).toHaveProperty('ip')
  for (const port of ['0', '65536', '8o', '-1', '80.5'])
    expect(deviceFormProblems({ ...filled, port }), port).toHaveProperty('port')
  for (const wordCode of ['AB', 'COM ESPAÇO', 'x'.repeat(33)])
    expect(deviceFormProblems({ ...filled, wordCode }), wordCode).toHaveProperty('wordCode')
  for (const name of ['x'.repeat(81), 'Leitor\tA'])
    expect(deviceFormProblems({ ...filled, name })).toHaveProperty('name')
  for (const ip of ['172.31.255.255', ' 127.0.0.1 ']) expect(deviceFormProblems({ ...filled, ip })).toEqual({})
})

test('a result has its time, its cause and its duration', () => {
  const at = secondsText(now)
  expect(resultText({ at: now, outcome: 'failed', detail: 'timeout', durationMs: 90_000 })).toBe(
    `Falha às ${at}, sem resposta a tempo, 90 s`,
  )
  expect(resultText({ at: now, outcome: 'answered', detail: '', durationMs: 12 })).toBe(`Resposta às ${at}, 12 ms`)
  expect(resultText({ at: now, outcome: 'rejected', detail: 'status 404', durationMs: 12 })).toBe(
    `Resposta às ${at}, com o pedido não aceito, 12 ms`,
  )
})

test('the arrow keys move through the results and stop at the ends', () => {
  expect(movedResult('ArrowLeft', 2, 3)).toBe(1)
  expect(movedResult('ArrowRight', 2, 3)).toBe(2)
  expect(movedResult('ArrowLeft', 0, 3)).toBe(0)
  expect(movedResult('Home', 2, 3)).toBe(0)
  expect(movedResult('End', 0, 3)).toBe(2)
  expect(movedResult('a', 0, 3)).toBeNull()
})

import { expect, test } from 'vitest'
import { nextCallOf } from '../../../contract/devices/breaker-rules.ts'
import { circuitText, circuitTone, countdownText } from '../../../contract/devices/circuit-texts.ts'
import { failuresText, failureText } from '../../../contract/evidence/failure-texts.ts'
import { durationText, sinceText } from '../../../contract/texts/time-texts.ts'
import { auditText } from '../../../src/ui/audit/audit-texts.ts'
import { deviceFilterOf, devicesAddress } from '../../../src/ui/device-list/device-addresses.ts'
import type { CircuitView } from '../../../src/ui/devices/circuit/circuit-view.ts'
import { circuit } from './devices-known.ts'

const now = Date.UTC(2026, 10, 21, 17, 0, 0)
const open = circuit({ state: 'OPEN', failureCount: 5, lastFailureTime: now })

test('a countdown is in minutes and seconds, and ends at 0:00', () => {
  expect(countdownText(120_000)).toBe('2:00')
  expect(countdownText(71_100)).toBe('1:12')
  expect(countdownText(1)).toBe('0:01')
  expect(countdownText(-5_000)).toBe('0:00')
})

test('the text of a circuit predicts the next call', () => {
  const testing = circuit({ state: 'HALF_OPEN', failureCount: 5, lastFailureTime: now, trialStartedAt: now })
  const textOf = (view: CircuitView, at = now) => circuitText(view, at, 'current')
  expect(textOf(circuit({}))).toBe('')
  expect(textOf(circuit({ failureCount: 3 }))).toBe('3 falhas seguidas')
  expect(textOf(open, now + 48_000)).toBe('Nova tentativa em 1:12')
  expect(textOf(open, now - 900)).toBe('Nova tentativa em 2:00')
  expect(textOf(testing)).toBe('Testando agora')
  expect(textOf({ ...testing, trialStartedAt: null })).toBe('A próxima chamada será um teste')
})

test('an expired countdown is never shown: the panel tries by itself (LIVE-3)', () => {
  const testing = circuit({ state: 'HALF_OPEN', failureCount: 5, lastFailureTime: now, trialStartedAt: now })
  expect(circuitText(open, now + 119_999, 'current')).toBe('Nova tentativa em 0:01')
  expect(circuitText(open, now + 120_000, 'current')).toBe('Testando agora')
  expect(circuitText(testing, now + 30_000, 'current')).toBe('Testando agora')
})

test('without a network no attempt is announced (LIVE-3)', () => {
  expect(circuitText(open, now + 48_000, 'offline')).toBe('Nova tentativa em 1:12')
  expect(circuitText(open, now + 120_000, 'offline')).toBe('Nova tentativa quando a rede voltar')
  expect(circuitText(open, now + 120_000, 'silent')).toBe('Nova tentativa quando o servidor responder')
})

test('a clock that was set back does not extend the wait', () => {
  expect(nextCallOf(open, now - 3_600_000)).toEqual({ kind: 'due' })
})

test('failures have a count and a cause in words', () => {
  expect(failuresText(1)).toBe('1 falha')
  expect(failuresText(5)).toBe('5 falhas seguidas')
  expect(['timeout', 'no response', 'status 504', 'crash'].map(failureText)).toEqual([
    'sem resposta a tempo',
    'sem resposta',
    'com resposta de erro',
    'por erro no painel',
  ])
  expect(['refused', 'silent', 'garbage'].map((cause) => failureText(`status 502 ${cause}`))).toEqual([
    'com a conexão recusada',
    'sem resposta a tempo',
    'com uma resposta que não é a dele',
  ])
})

test('ages and durations are written in words', () => {
  expect(sinceText(-1_000)).toBe('há menos de 1 minuto')
  expect(sinceText(3 * 60_000)).toBe('há 3 minutos')
  expect([350.4, 400, 1_449, 90_000].map(durationText)).toEqual(['350 ms', '400 ms', '1,4 s', '90 s'])
})

const record = { kind: 'transition', cause: 'threshold', failureCount: 5, lastError: 'timeout' } as const

test('an audit record is written as a sentence', () => {
  expect(auditText(record)).toBe('Em pausa após 5 falhas seguidas, a última sem resposta a tempo')
  expect(auditText({ ...record, cause: 'elapsed' })).toBe('Fim da pausa: em teste')
  expect(auditText({ ...record, cause: 'trial-failed', lastError: 'status 502' })).toBe(
    'O teste falhou, com resposta de erro: em pausa de novo',
  )
  expect(auditText({ ...record, cause: 'trial-succeeded' })).toBe('O teste foi respondido: normal de novo')
  expect(auditText({ ...record, cause: 'delete' })).toBe('Fim da proteção: dispositivo excluído')
  expect(auditText({ kind: 'reset', cause: 'manual', reason: 'Troca de cabo' })).toBe(
    'Retomado por uma pessoa: Troca de cabo',
  )
  expect(auditText({ kind: 'refusals', cause: 'elapsed', from: 'OPEN', refused: 2 })).toBe(
    '2 chamadas não enviadas durante a pausa',
  )
  expect(auditText({ kind: 'refusals', cause: 'trial-failed', from: 'HALF_OPEN', refused: 1 })).toBe(
    '1 chamada não enviada durante o teste',
  )
})

test('the record of a deletion step has its method and its outcome', () => {
  const step = { kind: 'delete-step', cause: 'delete' } as const
  expect(auditText({ ...step, reason: 'device 1/2', lastError: 'timeout' })).toBe(
    'Exclusão pelo dispositivo, tentativa 1 de 2: falhou, sem resposta a tempo',
  )
  expect(auditText({ ...step, reason: 'pool 2/2' })).toBe('Exclusão pelo conjunto de conexões, tentativa 2 de 2: feita')
  expect(auditText({ ...step, reason: 'database', lastError: 'status 404' })).toBe(
    'Exclusão direto no cadastro: já não existia',
  )
})

test('the device filter is stored in the address and read back from it', () => {
  const filter = { text: 'portão 1', deviceStatus: 'open', condominiumId: 'c1' } as const
  const address = devicesAddress(filter)
  expect(address).toBe('/devices?q=port%C3%A3o+1&estado=em-pausa&condominio=c1')
  expect(deviceFilterOf(new URL(address, 'http://x').search)).toEqual(filter)
  expect(devicesAddress({ text: ' ', deviceStatus: null, condominiumId: null })).toBe('/devices')
  expect(deviceFilterOf('?estado=outro&condominio=')).toEqual({ text: '', deviceStatus: null, condominiumId: null })
})

test('a circuit with failures is not green', () => {
  expect(circuitTone({ state: 'CLOSED', failureCount: 0 })).toBe('ok')
  expect(circuitTone({ state: 'CLOSED', failureCount: 1 })).toBe('warn')
  expect(circuitTone({ state: 'OPEN', failureCount: 5 })).toBe('bad')
  expect(circuitTone({ state: 'HALF_OPEN', failureCount: 5 })).toBe('warn')
})

import { expect, test } from 'vitest'
import type { DeviceFacts } from '../../../contract/devices/device-facts.ts'
import { deviceSentence } from '../../../contract/devices/device-sentence.ts'
import type { DeviceHealth } from '../../../src/services/health/health-api.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'
import { circuit, device, deviceFacts } from './devices-known.ts'

const now = Date.UTC(2026, 10, 21, 17, 0, 0)
const threeMinutesAgo = new Date(now - 3 * 60_000).toISOString()
const offline = device({ status: 'offline', lastContactAt: threeMinutesAgo })
const open = circuit({ state: 'OPEN', failureCount: 5, lastFailureTime: now - 48_000, lastError: 'timeout' })
const portClosed = { ip: '10.0.0.5', port: 80, success: false, latencyMs: null, checkedAt: null }

function verdict(facts: Partial<DeviceFacts>): string {
  return deviceSentence(
    deviceFacts(now, { device: device({ lastContactAt: threeMinutesAgo, latencyMs: 12.4 }), ...facts }),
  )
}

function pinged(health: Partial<DeviceHealth> | null) {
  const whole: DeviceHealth = {
    wordCode: 'AGUAVIVA-01',
    status: 'online',
    failureCount: 0,
    lastFailureTime: null,
    state: 'CLOSED',
    isAvailable: true,
    latencyMs: null,
    checkedAt: null,
  }
  return { wordCode: 'AGUAVIVA-01', health: health && { ...whole, ...health }, at: now }
}

test('a healthy device: the verdict has its last contact and its latency', () => {
  expect(verdict({})).toBe('Leitor Social está online, último contato há 3 minutos, latência de 12 ms.')
  expect(verdict({ device: device({ name: '' }) })).toBe('AGUAVIVA-01 está online.')
})

test('a healthy device with a failed network test: the verdict has both', () => {
  expect(verdict({ device: device(), portTest: portClosed })).toBe(
    'Leitor Social está online. Mas a rede não respondeu em 10.0.0.5 no último teste.',
  )
})

test('a device that is healthy here: the verdict adds a different view of the server', () => {
  expect(verdict({ device: device(), ping: pinged({ status: 'offline', state: 'OPEN' }) })).toBe(
    'Leitor Social está online. O servidor, porém, o viu sem contato há menos de 1 minuto. Para o servidor, ele está em pausa.',
  )
  expect(verdict({ device: device(), ping: pinged(null) })).toBe(
    'Leitor Social está online. Na última consulta, há menos de 1 minuto, o servidor não soube dizer como ele está.',
  )
})

test('without contact to the server the verdict makes no claim about the device', () => {
  expect(verdict({ contact: 'offline' })).toBe(
    'Não sabemos como está Leitor Social: este computador está sem rede. Último contato há 3 minutos.',
  )
  expect(verdict({ contact: 'silent', device: device(), circuit: open })).toBe(
    'Não sabemos como está Leitor Social: sem contato com o servidor. 5 falhas seguidas, a última sem resposta a tempo. Nova tentativa em 1:12.',
  )
})

test('ages use the clock of the server, waits use the clock of the panel (LIVE-10)', () => {
  expect(verdict({ device: offline, circuit: open, serverNow: now + 60 * 60_000 })).toBe(
    'Leitor Social está sem contato há 1 hora. 5 falhas seguidas, a última sem resposta a tempo. Nova tentativa em 1:12.',
  )
})

test('an unchecked device: the verdict has no status yet', () => {
  expect(verdict({ device: device({ status: 'unknown' }) })).toBe(
    'Ainda não sabemos como está Leitor Social: o servidor não o consultou.',
  )
})

test('an inactive device: the verdict has nothing else', () => {
  expect(verdict({ device: device({ active: false }), circuit: open })).toBe(
    'Leitor Social está desativado: o servidor não conta com ele até que alguém o ative.',
  )
})

test('an open circuit: the verdict has the age, the cause and the next attempt', () => {
  expect(verdict({ device: offline, circuit: open })).toBe(
    'Leitor Social está sem contato há 3 minutos. 5 falhas seguidas, a última sem resposta a tempo. Nova tentativa em 1:12.',
  )
  expect(verdict({ device: { ...offline, lastContactAt: null }, circuit: open, portTest: portClosed })).toBe(
    'Leitor Social está sem contato: nenhum até agora. 5 falhas seguidas, a última sem resposta a tempo. Nova tentativa em 1:12. A rede não responde em 10.0.0.5.',
  )
})

test('a contact lost moments ago: the verdict has no age', () => {
  expect(verdict({ device: { ...offline, lastContactAt: new Date(now - 5_000).toISOString() } })).toBe(
    'Leitor Social acaba de perder o contato.',
  )
})

test('a circuit that is open only in this panel: the verdict limits its claim to this panel', () => {
  expect(verdict({ device: device(), circuit: open, portTest: { ...portClosed, success: true } })).toBe(
    'Leitor Social não responde a este painel. 5 falhas seguidas, a última sem resposta a tempo. Nova tentativa em 1:12. A rede responde em 10.0.0.5.',
  )
})

test('an open circuit after its wait: the panel tries now, or when the network is restored', () => {
  expect(verdict({ device: offline, circuit: { ...open, lastFailureTime: now - 120_000 } })).toBe(
    'Leitor Social está sem contato há 3 minutos. 5 falhas seguidas, a última sem resposta a tempo. Testando agora.',
  )
  expect(verdict({ contact: 'offline', circuit: { ...open, lastFailureTime: now - 120_000 } })).toBe(
    'Não sabemos como está Leitor Social: este computador está sem rede. Último contato há 3 minutos. 5 falhas seguidas, a última sem resposta a tempo. Nova tentativa quando a rede voltar.',
  )
})

test('the verdict about a device that failed with other devices counts these devices, and names no total that only the incident has', () => {
  const together = { scope: 'devices', condominiumName: 'Edifício Água Viva', failing: 2 } as const
  const sentence = (devices: number) =>
    verdict({ device: offline, incident: incidentOf('i1', { ...together, devices }) }).split('. ')[1]
  expect(sentence(2)).toBe('Com ele, 2 dispositivos de Edifício Água Viva estão sem contato.')
  expect(sentence(3)).toBe('Com ele, 2 de 3 dispositivos de Edifício Água Viva estão sem contato.')
})

test('a half-open circuit: the verdict announces the trial', () => {
  const testing = circuit({ state: 'HALF_OPEN', failureCount: 6, lastFailureTime: now, trialStartedAt: now })
  expect(verdict({ device: offline, circuit: testing })).toBe(
    'Leitor Social está em teste: a chamada em andamento decide se ele volta ao normal. 6 falhas seguidas.',
  )
  expect(verdict({ device: offline, circuit: { ...testing, trialStartedAt: null } })).toBe(
    'Leitor Social está sem contato há 3 minutos. 6 falhas seguidas. A próxima chamada será um teste.',
  )
})

test('a failure of the server: the verdict does not blame the device', () => {
  const unanswered = circuit({
    failureCount: 4,
    lastError: 'no response',
    lastFailureTime: now,
    lastFailureServerTime: now,
  })
  expect(verdict({ device: device({ lastContactAt: threeMinutesAgo }), circuit: unanswered, panelSeenAt: now })).toBe(
    'O servidor não respondeu quando este painel chamou Leitor Social. 4 falhas seguidas, a última sem resposta. Com 5 o dispositivo entra em pausa.',
  )
})

test('a failing device: the verdict has the count and the threshold of the pause', () => {
  const failing = circuit({ failureCount: 3, lastError: 'status 504', lastFailureTime: now })
  expect(verdict({ device: device({ status: 'unknown' }), circuit: failing })).toBe(
    'Leitor Social está sem contato: nenhum até agora. 3 falhas seguidas, a última com resposta de erro. Com 5 o dispositivo entra em pausa.',
  )
  expect(verdict({ device: offline, circuit: failing })).toBe(
    'Leitor Social está sem contato há 3 minutos. 3 falhas seguidas, a última com resposta de erro. Com 5 o dispositivo entra em pausa.',
  )
})

test('a device that is offline for the server only: the verdict has the view of the server', () => {
  expect(verdict({ device: offline, ping: pinged({ status: 'online' }) })).toBe(
    'Leitor Social está sem contato há 3 minutos. O servidor, porém, o viu online há menos de 1 minuto.',
  )
})

test('the verdict leaves out a server view that is older than the failures of the panel (LIVE-7)', () => {
  const minuteAgo = now - 60_000
  const failing = circuit({ failureCount: 1, lastError: 'timeout', lastFailureTime: minuteAgo })
  const facts = { device: device({ lastContactAt: threeMinutesAgo }), circuit: failing, panelSeenAt: minuteAgo }
  const ping = { ...pinged({ status: 'online' }), at: now - 120_000 }
  const own =
    'Leitor Social não responde a este painel. 1 falha, sem resposta a tempo. Com 5 o dispositivo entra em pausa.'
  expect(verdict({ ...facts, reportedAt: now })).toBe(own)
  expect(verdict({ ...facts, ping })).toBe(own)
  expect(verdict({ ...facts, ping: { ...ping, health: null } })).toBe(own)
  expect(verdict({ ...facts, ping: { ...ping, at: now - 30_000 } })).toBe(
    `${own} O servidor, porém, o viu online há menos de 1 minuto.`,
  )
  expect(verdict({ ...facts, ping: { ...ping, at: now + 3_600_000 - 120_000 }, serverNow: now + 3_600_000 })).toBe(own)
})

test('a device that failed before the last server contact: the verdict is online and names the failures (LIVE-7)', () => {
  const failed = circuit({ failureCount: 2, lastError: 'timeout', lastFailureServerTime: now - 4 * 60_000 })
  expect(verdict({ device: device({ lastContactAt: threeMinutesAgo }), circuit: failed })).toBe(
    'Leitor Social está online, último contato há 3 minutos. Antes disso: 2 falhas seguidas, a última sem resposta a tempo. Com 5 o dispositivo entra em pausa.',
  )
})

test('the verdict writes a latency as the other pages do', () => {
  expect(verdict({ device: device({ latencyMs: 1_516 }) })).toBe('Leitor Social está online, latência de 1.516 ms.')
})

test('the verdict has the time of the last check or report of the server (LIVE-7)', () => {
  expect(verdict({ device: device(), ping: { ...pinged({}), at: now - 120_000 } })).toBe(
    'Leitor Social está online. O servidor o consultou há 2 minutos.',
  )
  expect(verdict({ device: offline, reportedAt: now - 120_000 })).toBe(
    'Leitor Social está sem contato há 3 minutos. Última informação do servidor: há 2 minutos.',
  )
  expect(verdict({ device: device(), ping: pinged({ state: 'HALF_OPEN' }) })).toBe(
    'Leitor Social está online. O servidor o consultou há menos de 1 minuto. Para o servidor, ele está em teste.',
  )
})

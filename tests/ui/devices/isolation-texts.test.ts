import { expect, test } from 'vitest'
import { nextCallOf } from '../../../contract/devices/breaker-rules.ts'
import { circuitText, circuitTone } from '../../../contract/devices/circuit-texts.ts'
import type { DeviceFacts } from '../../../contract/devices/device-facts.ts'
import { deviceSentence } from '../../../contract/devices/device-sentence.ts'
import { deviceStatuses, deviceStatusOf, isStopped } from '../../../contract/devices/device-status.ts'
import { deviceSteps } from '../../../contract/devices/device-steps.ts'
import { CircuitOpenError } from '../../../src/machines/devices/calls/device-errors.ts'
import { auditText } from '../../../src/ui/audit/audit-texts.ts'
import { troublesAmong } from '../../../src/ui/dashboard/troubles.ts'
import { closedCircuit } from '../../../src/ui/devices/circuit/circuit-view.ts'
import { outcomeText } from '../../../src/ui/devices/commands/operation-texts.ts'
import { circuit, device, deviceFacts } from './devices-known.ts'

const now = new Date(2026, 10, 22, 1, 0).getTime()
const isolation = { until: new Date(2026, 10, 22, 6, 0).getTime(), by: 'Ana', reason: 'manutenção do portão' }
const isolated = circuit({ state: 'FORCED_OPEN', isolation })
const facts = (changes: Partial<DeviceFacts> = {}) => deviceFacts(now, { circuit: isolated, ...changes })

test('an isolated device has a grey status of its own, with or without contact', () => {
  expect(deviceStatusOf(facts({ device: device({ status: 'offline' }) }))).toBe('isolated')
  expect(deviceStatusOf(facts({ device: device({ active: false }), contact: 'silent' }))).toBe('isolated')
  expect([deviceStatuses.isolated.tone, circuitTone(isolated)]).toEqual(['neutral', 'neutral'])
})

test('the verdict of an isolated device has the end, the person and the reason of the isolation first', () => {
  expect(deviceSentence(facts())).toBe(
    'Isolado neste computador até 06:00 por Ana: manutenção do portão. Até lá, daqui não saem comandos, testes nem mudanças no cadastro de Leitor Social; o servidor continua a consultá-lo. O servidor o vê online.',
  )
  const away = facts({ device: device({ active: false }), contact: 'offline' })
  expect(deviceSentence(away)).toMatch(
    /^Isolado .* O dispositivo também está desativado\. Não sabemos como ele está: este computador está sem rede\.$/,
  )
  expect(circuitText(isolated, now, 'current')).toBe('Neste computador até 06:00 por Ana')
  expect(circuitText(circuit({ ...isolated, isolation: { ...isolation, by: '' } }), now, 'current')).toBe(
    'Neste computador até 06:00',
  )
})

test('after the end of an isolation the verdict announces a trial', () => {
  const later = isolation.until
  expect(nextCallOf(isolated, later - 1)).toEqual({ kind: 'isolated', until: later })
  expect(nextCallOf(isolated, later)).toEqual({ kind: 'due' })
  expect(deviceSentence(facts({ now: later, serverNow: later }))).toMatch(
    /^O isolamento de Leitor Social terminou\. Testando agora\./,
  )
})

test('the steps for an isolated device depend on the permission to end the isolation', () => {
  const steps = (mayReset: boolean) => deviceSteps(facts(), null, { mayWrite: true, mayReset }).join(' ')
  expect(steps(true)).toContain('use Encerrar isolamento')
  expect(steps(false)).toContain('peça a quem opera os dispositivos que encerre o isolamento')
})

test('a refusal because of an isolation names the isolation and its end', () => {
  const trace = { wordCode: 'A', attempts: 0, retryAt: isolation.until, isIsolated: true }
  expect(
    outcomeText({ kind: 'restart', active: false, phase: 'refused', error: new CircuitOpenError(trace) }, now),
  ).toBe('Não enviado: o dispositivo está isolado até 06:00:00.')
})

test('isolation records name the person, the reason and the planned end', () => {
  const record = { kind: 'isolation', cause: 'manual', from: 'CLOSED', to: 'FORCED_OPEN' } as const
  const retryAt = new Date(isolation.until).toISOString()
  expect(auditText({ ...record, reason: isolation.reason, retryAt })).toBe(
    'Isolado por uma pessoa até 22/11, 06:00: manutenção do portão',
  )
  const ended = { ...record, from: 'FORCED_OPEN', to: 'HALF_OPEN', retryAt }
  expect(auditText({ ...ended, reason: 'portão pronto' })).toBe('Isolamento encerrado por uma pessoa: portão pronto')
  expect(auditText({ ...ended, cause: 'elapsed' })).toBe('Fim do isolamento na hora marcada: em teste')
  expect(auditText({ ...ended, to: 'CLOSED', cause: 'new-version' })).toBe(
    'Isolamento encerrado por uma versão nova do painel',
  )
  expect(auditText({ kind: 'refusals', cause: 'elapsed', from: 'FORCED_OPEN', refused: 2 })).toBe(
    '2 chamadas não enviadas durante o isolamento',
  )
  const refused = { kind: 'command', cause: 'manual', command: 'restart', outcome: 'refused' } as const
  expect(auditText({ ...refused, lastError: 'isolated', retryAt })).toBe(
    'Reinício não enviado: o dispositivo estava isolado até 06:00:00',
  )
})

test('on the dashboard an isolated device is last and does not count as stopped (STATE-3)', () => {
  const offline = device({ wordCode: 'B', status: 'offline' })
  const known = { reportedAt: null, incident: null }
  const suspects = [
    { ...known, ...device(), device: device({ status: 'offline' }), circuit: isolated },
    { ...known, ...offline, device: offline, circuit: closedCircuit },
  ]
  const troubles = troublesAmong(suspects)
  expect(troubles.map(({ wordCode, deviceStatus }) => [wordCode, deviceStatus])).toEqual([
    ['B', 'offline'],
    ['AGUAVIVA-01', 'isolated'],
  ])
  expect(troubles.map(({ deviceStatus }) => isStopped(deviceStatus))).toEqual([true, false])
})

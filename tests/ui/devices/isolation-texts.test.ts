import { expect, test } from 'vitest'
import { CircuitOpenError } from '../../../src/machines/devices/calls/device-errors.ts'
import { auditText } from '../../../src/ui/audit/audit-texts.ts'
import { isStopped, troublesAmong } from '../../../src/ui/dashboard/troubles.ts'
import { circuitText, circuitTone } from '../../../src/ui/devices/circuit/circuit-texts.ts'
import { closedCircuit, nextCallOf } from '../../../src/ui/devices/circuit/circuit-view.ts'
import { outcomeText } from '../../../src/ui/devices/commands/device-operation-view.ts'
import { deviceStatuses, deviceStatusOf } from '../../../src/ui/devices/status/device-status.ts'
import { deviceSteps } from '../../../src/ui/devices/status/device-steps.ts'
import { deviceVerdict, type VerdictFacts } from '../../../src/ui/devices/status/device-verdict.ts'
import { circuit, device } from './devices-known.ts'

const now = new Date(2026, 10, 22, 1, 0).getTime()
const isolation = { until: new Date(2026, 10, 22, 6, 0).getTime(), by: 'Ana', reason: 'manutenção do portão' }
const isolated = circuit({ state: 'FORCED_OPEN', isolation })
const facts = (changes: Partial<VerdictFacts> = {}) => ({
  ...{ device: device(), contact: 'current' as const, circuit: isolated, ping: null, reportedAt: null },
  ...{ panelSeenAt: null, portTest: null, now, serverNow: now, ...changes },
})

test('an isolated device has a grey status of its own, with or without contact', () => {
  expect(deviceStatusOf(device({ status: 'offline' }), isolated, false)).toBe('isolated')
  expect(deviceStatusOf(device({ active: false }), isolated, true)).toBe('isolated')
  expect([deviceStatuses.isolated.tone, circuitTone(isolated)]).toEqual(['neutral', 'neutral'])
})

test('the verdict of an isolated device has the end, the person and the reason of the isolation first', () => {
  expect(deviceVerdict(facts())).toBe(
    'Isolado neste computador até 06:00 por Ana: manutenção do portão. Até lá, daqui nada é enviado a Leitor Social. O servidor o vê online.',
  )
  const away = facts({ device: device({ active: false }), contact: 'offline' })
  expect(deviceVerdict(away)).toMatch(
    /^Isolado .* O dispositivo também está desativado\. Não sabemos como ele está: este computador está sem rede\.$/,
  )
  expect(circuitText(isolated, now, 'current')).toBe('até 06:00 por Ana')
  expect(circuitText(circuit({ ...isolated, isolation: { ...isolation, by: '' } }), now, 'current')).toBe('até 06:00')
})

test('after the end of an isolation the verdict announces a trial', () => {
  const later = isolation.until
  expect(nextCallOf(isolated, later - 1)).toEqual({ kind: 'isolated', until: later })
  expect(nextCallOf(isolated, later)).toEqual({ kind: 'due' })
  expect(deviceVerdict(facts({ now: later, serverNow: later }))).toMatch(
    /^O isolamento de Leitor Social terminou\. Testando agora\./,
  )
})

test('the steps for an isolated device depend on the permission to end the isolation', () => {
  const steps = (mayReset: boolean) =>
    deviceSteps({ ...facts(), maintenancePhone: null, mayWrite: true, mayReset }).join(' ')
  expect(steps(true)).toContain('use Encerrar isolamento')
  expect(steps(false)).toContain('peça a quem opera os dispositivos que encerre o isolamento')
})

test('a refusal because of an isolation names the isolation and its end', () => {
  const trace = { wordCode: 'A', attempts: 0, retryAt: isolation.until, isIsolated: true }
  expect(outcomeText({ kind: 'restart', active: false, phase: 'refused', error: new CircuitOpenError(trace) })).toBe(
    'Não enviado: o dispositivo está isolado até 06:00:00.',
  )
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
  expect(auditText({ kind: 'refusals', cause: 'elapsed', from: 'FORCED_OPEN', refused: 2 })).toBe(
    '2 chamadas não enviadas durante o isolamento',
  )
  const refused = { kind: 'command', cause: 'manual', command: 'restart', outcome: 'refused' } as const
  expect(auditText({ ...refused, lastError: 'isolated', retryAt })).toBe(
    'Reinício não enviado: o dispositivo estava isolado até 06:00:00',
  )
})

test('on the dashboard an isolated device is last and does not count as stopped', () => {
  const offline = device({ wordCode: 'B', status: 'offline' })
  const suspects = [
    { ...device({ status: 'offline' }), device: device({ status: 'offline' }), circuit: isolated },
    { ...offline, device: offline, circuit: closedCircuit },
  ]
  const troubles = troublesAmong(suspects)
  expect(troubles.map(({ wordCode, deviceStatus }) => [wordCode, deviceStatus])).toEqual([
    ['B', 'offline'],
    ['AGUAVIVA-01', 'isolated'],
  ])
  expect(troubles.map(isStopped)).toEqual([true, false])
})

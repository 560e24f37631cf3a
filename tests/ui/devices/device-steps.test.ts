import { describe, expect, test } from 'vitest'
import { deviceFailureCauses } from '../../../contract/wire/answers/devices/devices.ts'
import { closedCircuit } from '../../../src/ui/devices/circuit/circuit-view.ts'
import { deviceSteps, deviceTrouble, type StepFacts } from '../../../src/ui/devices/status/device-steps.ts'
import { firstSteps } from '../../../src/ui/devices/status/device-troubles.ts'
import { maintenanceText } from '../../../src/ui/devices/status/maintenance-text.ts'
import { secondsText } from '../../../src/ui/parts/time/time-texts.ts'
import { circuit, device } from './devices-known.ts'

const now = Date.UTC(2026, 10, 21, 17, 0, 0)
const away = device({ status: 'offline', lastContactAt: new Date(now - 3 * 60_000).toISOString() })
const health = {
  wordCode: away.wordCode,
  status: 'offline' as const,
  failureCount: 1,
  lastFailureTime: now,
  state: 'CLOSED' as const,
  isAvailable: true,
  latencyMs: null,
  checkedAt: now,
}

function facts(changes: Partial<StepFacts> = {}): StepFacts {
  return {
    device: away,
    contact: 'current',
    circuit: closedCircuit,
    ping: null,
    reportedAt: null,
    panelSeenAt: null,
    portTest: null,
    now,
    serverNow: now,
    maintenancePhone: '(13) 3055-1200',
    mayWrite: true,
    mayReset: true,
    ...changes,
  }
}

const failing = (lastError: string) => facts({ circuit: circuit({ failureCount: 2, lastError }) })

describe('the trouble of a device (PAGE-4)', () => {
  test.each(deviceFailureCauses)('is the cause from the service: %s', (cause) => {
    expect(deviceTrouble(failing(`status 502 ${cause}`))).toBe(cause)
    expect(deviceTrouble(facts({ ping: { wordCode: away.wordCode, at: now, health: { ...health, cause } } }))).toBe(
      cause,
    )
  })

  test.each([
    ['timeout', 'silent'],
    ['status 408', 'silent'],
    ['status 504', 'silent'],
    ['no response', 'serviceSilent'],
    ['status 503', 'serviceError'],
    ['status 502', 'serviceError'],
  ])('follows from the error code if the service gives no cause: %s', (code, trouble) => {
    expect(deviceTrouble(failing(code))).toBe(trouble)
  })

  test('follows from the network test if this panel has not called the device, and else is unknown', () => {
    const portTest = { ip: '10.0.0.5', port: 80, success: false, latencyMs: null, checkedAt: null }
    expect(deviceTrouble(facts({ portTest }))).toBe('unreachable')
    expect(deviceTrouble(facts({ portTest: { ...portTest, success: true } }))).toBe('hung')
    expect(deviceTrouble(facts({ device: device(), portTest }))).toBe('networkSilent')
    expect(deviceTrouble(facts({ device: device() }))).toBe('none')
  })

  test('is a lost contact, a deactivated device or a running trial', () => {
    expect(deviceTrouble(facts({ contact: 'offline' }))).toBe('panelOffline')
    expect(deviceTrouble(facts({ contact: 'silent' }))).toBe('serverUnreachable')
    expect(deviceTrouble(facts({ contact: 'serviceSilent' }))).toBe('serviceSilent')
    expect(deviceTrouble(facts({ device: device({ status: 'unknown' }) }))).toBe('unchecked')
    expect(deviceTrouble(facts({ device: device({ active: false }) }))).toBe('inactive')
    const trial = { state: 'HALF_OPEN', failureCount: 5, lastError: 'timeout' } as const
    expect(deviceTrouble(facts({ circuit: circuit({ ...trial, trialStartedAt: now }) }))).toBe('trying')
    expect(deviceTrouble(facts({ circuit: circuit(trial) }))).toBe('silent')
  })
})

describe('the steps for a device (PAGE-4)', () => {
  test('are checks first, then the next attempt, then a call to the maintenance', () => {
    const steps = deviceSteps(failing('status 504 silent'))
    expect(steps.slice(0, -2)).toEqual(firstSteps.silent.map((step) => step.replace('{name}', 'Leitor Social')))
    expect(steps.slice(-2)).toEqual([
      'Depois, use Testar dispositivo.',
      'Se continuar, ligue para a manutenção, (13) 3055-1200, e mande o texto de Copiar para a manutenção.',
    ])
  })

  test('are empty if the device has no trouble', () => {
    expect(deviceSteps(facts({ device: device() }))).toEqual([])
  })

  test('announce the automatic attempt of a paused device, and "Retomar agora" to a person with the permission', () => {
    const open = circuit({ state: 'OPEN', failureCount: 5, lastFailureTime: now, lastError: 'timeout' })
    const again = `O painel tenta de novo sozinho às ${secondsText(now + 120_000)}.`
    expect(deviceSteps(facts({ circuit: open })).at(-2)).toBe(`${again} Se já foi resolvido, use Retomar agora.`)
    expect(deviceSteps(facts({ circuit: open, mayReset: false })).at(-2)).toBe(again)
    expect(deviceSteps(facts({ circuit: open, now: now + 120_000 })).at(-2)).toContain('espere o resultado')
  })

  test('name only buttons that the person has', () => {
    const mayNot = { mayWrite: false, mayReset: false, maintenancePhone: null }
    const all = [
      facts(mayNot),
      facts({ ...mayNot, device: device({ status: 'unknown' }) }),
      facts({ ...mayNot, device: device({ active: false }) }),
    ].flatMap(deviceSteps)
    expect(all.join(' ')).not.toMatch(/use (Testar|Retomar|Ativar)/)
    expect(all.join(' ')).toContain('chame a manutenção de Leitor Social e mande')
  })

  test('contain no unfilled placeholder', () => {
    for (const cause of deviceFailureCauses)
      expect(deviceSteps(failing(`status 502 ${cause}`)).join()).not.toContain('{')
  })
})

test('the text for the maintenance has device, address, time, symptoms and attempts (PAGE-4)', () => {
  const known = failing('status 502 refused')
  const text = maintenanceText({
    ...known,
    condominium: {
      ...{ id: 'c1', name: 'Edifício Água Viva', wordCode: '', customersId: '' },
      ...{ street: 'Rua das Flores', number: '12', city: 'Santos' },
    },
    results: [
      { at: now - 2_000, outcome: 'failed', durationMs: 1_500, detail: 'status 502 refused' },
      { at: now - 9_000, outcome: 'answered', durationMs: 40, detail: '' },
    ],
    records: [
      {
        ...{
          id: 'r',
          sequence: 1,
          at: new Date(now - 5_000).toISOString(),
          wordCode: 'AGUAVIVA-01',
          condominiumId: 'c1',
        },
        ...{ userId: 'u', kind: 'reset', cause: 'manual', reason: 'Cabo trocado', panelVersion: '1' },
      },
    ],
  })
  expect(text.split('\n')).toEqual([
    'Dispositivo: Leitor Social (iDFace)',
    'Código: AGUAVIVA-01',
    'Local: Edifício Água Viva, Rua das Flores, 12, Santos',
    'Endereço de rede: 10.0.0.5, porta de rede 80',
    'Situação às 21/11/2026, 14:00:00: Sem contato',
    'Último contato: 21/11/2026, 13:57:00 (há 3 minutos)',
    expect.stringContaining(
      'O que se vê: Leitor Social está sem contato há 3 minutos. 2 falhas seguidas, a última com a conexão recusada.',
    ),
    'Código técnico: CLOSED, 2 falhas, status 502 refused',
    'O que foi tentado neste painel, do mais novo ao mais antigo:',
    '- 21/11/2026, 13:59:58: Chamada com a conexão recusada, após 1,5 s (status 502 refused)',
    '- 21/11/2026, 13:59:55: Retomado por uma pessoa: Cabo trocado',
    '- 21/11/2026, 13:59:51: Chamada respondida em 40 ms',
  ])
  expect(maintenanceText({ ...known, condominium: null, results: [], records: [] })).toContain('nada foi tentado ainda')
})

import { describe, expect, test } from 'vitest'
import type { DeviceFacts } from '../../../contract/devices/device-facts.ts'
import {
  addressText,
  deviceSteps,
  filledSteps,
  incidentSteps,
  troubleOf,
} from '../../../contract/devices/device-steps.ts'
import { phonesOf } from '../../../contract/devices/place-phones.ts'
import { adviceOf, type Trouble, troubleOfIncident } from '../../../contract/devices/troubles.ts'
import { secondsText } from '../../../contract/texts/time-texts.ts'
import { deviceFailureCauses } from '../../../contract/wire/answers/devices/devices.ts'
import { maintenanceText } from '../../../src/ui/devices/status/maintenance-text.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'
import { circuit, device, deviceFacts } from './devices-known.ts'

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

const facts = (changes: Partial<DeviceFacts> = {}) => deviceFacts(now, { device: away, ...changes })
const place = { id: 'c1', name: 'Edifício Água Viva', wordCode: '', customersId: '', maintenancePhone: '1330551200' }
const all = { mayWrite: true, mayReset: true }

const failing = (lastError: string) => facts({ circuit: circuit({ failureCount: 2, lastError }) })

describe('the trouble of a device (PAGE-4)', () => {
  test.each(deviceFailureCauses)('is the cause from the service: %s', (cause) => {
    expect(troubleOf(failing(`status 502 ${cause}`))).toBe(cause)
    expect(troubleOf(facts({ ping: { at: now, health: { ...health, cause } } }))).toBe(cause)
  })

  test.each([
    ['timeout', 'silent'],
    ['status 408', 'silent'],
    ['status 504', 'silent'],
    ['no response', 'serviceSilent'],
    ['status 503', 'serviceError'],
    ['status 502', 'serviceError'],
  ])('follows from the error code if the service gives no cause: %s', (code, trouble) => {
    expect(troubleOf(failing(code))).toBe(trouble)
  })

  test('follows from the network test if this panel has not called the device, and else is unknown', () => {
    const portTest = { ip: '10.0.0.5', port: 80, success: false, latencyMs: null, checkedAt: null }
    expect(troubleOf(facts({ portTest }))).toBe('unreachable')
    expect(troubleOf(facts({ portTest: { ...portTest, success: true } }))).toBe('mute')
    expect(troubleOf(facts({ device: device(), portTest }))).toBe('networkSilent')
    expect(troubleOf(facts({ device: device() }))).toBe('none')
  })

  test('is a lost contact, a deactivated device or a running trial', () => {
    expect(troubleOf(facts({ contact: 'offline' }))).toBe('panelOffline')
    expect(troubleOf(facts({ contact: 'silent' }))).toBe('serverUnreachable')
    expect(troubleOf(facts({ contact: 'serviceSilent' }))).toBe('serviceUnreachable')
    expect(troubleOf(facts({ contact: 'healthSilent' }))).toBe('healthUnreachable')
    expect(troubleOf(facts({ device: device({ status: 'unknown' }) }))).toBe('unchecked')
    expect(troubleOf(facts({ device: device({ active: false }) }))).toBe('inactive')
    const trial = { state: 'HALF_OPEN', failureCount: 5, lastError: 'timeout' } as const
    expect(troubleOf(facts({ circuit: circuit({ ...trial, trialStartedAt: now }) }))).toBe('trying')
    expect(troubleOf(facts({ circuit: circuit(trial) }))).toBe('silent')
  })
})

describe('the steps for a device (PAGE-4)', () => {
  test('are checks first, then the next attempt, then a call to the maintenance', () => {
    const steps = deviceSteps(failing('status 504 silent'), place, all)
    expect(steps.slice(0, -2)).toEqual(adviceOf.silent.steps.map((step) => step.replace('{name}', 'Leitor Social')))
    expect(steps.slice(-2)).toEqual([
      'Depois, use Testar dispositivo.',
      'Se continuar, ligue para a manutenção, (13) 3055-1200, e mande o texto de Copiar para a manutenção.',
    ])
  })

  test('are empty if the device has no trouble', () => {
    expect(deviceSteps(facts({ device: device() }), place, all)).toEqual([])
  })

  test('announce the automatic attempt of a paused device, and "Retomar agora" to a person with the permission', () => {
    const open = circuit({ state: 'OPEN', failureCount: 5, lastFailureTime: now, lastError: 'timeout' })
    const again = `O painel tenta de novo sozinho às ${secondsText(now + 120_000)}.`
    expect(deviceSteps(facts({ circuit: open }), place, all).at(-2)).toBe(
      `${again} Se já foi resolvido, use Retomar agora.`,
    )
    expect(deviceSteps(facts({ circuit: open }), place, { ...all, mayReset: false }).at(-2)).toBe(again)
    expect(deviceSteps(facts({ circuit: open, now: now + 120_000 }), place, all).at(-2)).toContain('espere o resultado')
  })

  test('name only buttons that the person has', () => {
    const steps = [
      facts(),
      facts({ device: device({ status: 'unknown' }) }),
      facts({ device: device({ active: false }) }),
    ]
      .flatMap((each) => deviceSteps(each, null, { mayWrite: false, mayReset: false }))
      .join(' ')
    expect(steps).not.toMatch(/use (Testar|Retomar|Ativar)/)
    expect(steps).toContain('chame a manutenção e mande')
  })

  test('give the number of the condominium with its owner if the number of the maintenance is missing', () => {
    const steps = (phones: object) => deviceSteps(facts(), { ...place, maintenancePhone: '', ...phones }, all).at(-1)
    expect(steps({ phone: '1333334444' })).toBe(
      'Se continuar, ligue para o condomínio, (13) 3333-4444, e peça o contato da manutenção, que o cadastro não tem.',
    )
    expect(steps({ gatehousePhone: '1333335555' })).toContain('ligue para a portaria, (13) 3333-5555')
    expect(steps({})).toContain('não tem telefone')
  })

  test('give the number of the people to call in each step that asks for a call (STATE-5)', () => {
    const names = { name: 'Portão', place: 'Ipê', ip: '', port: '', wordCode: 'P' }
    const phones = { gatehousePhone: '1333335555', phone: '1333334444', maintenancePhone: '08001234567' }
    const all = phonesOf({ ...place, ...phones })
    expect(filledSteps('placeDown', names, all)[1]).toMatch(/^Ligue para a portaria, \(13\) 3333-5555, e pergunte/)
    expect(filledSteps('placeDown', names)[1]).toMatch(/^Ligue para o local e pergunte/)
    expect(filledSteps('gateHeldOpen', names, all)[1]).toContain('ligue para a manutenção, 0800 123 4567.')
    const own = phonesOf({ ...place, ...phones, maintenancePhone: '' })
    expect(filledSteps('gateHeldOpen', names, own)[1]).toContain(
      'ligue para o condomínio, (13) 3333-4444, e peça o contato da manutenção, que o cadastro não tem.',
    )
    expect(filledSteps('gateHeldOpen', names)[1]).toContain('o cadastro do condomínio não tem telefone')
  })

  test.each(Object.keys(adviceOf) as Trouble[])(
    'have no gap where the address or the port is unknown: %s (PAGE-4)',
    (trouble) => {
      const names = { name: 'Portão', place: 'Ipê', port: '', wordCode: 'P' }
      for (const ip of ['', '10.0.0.5'])
        for (const step of filledSteps(trouble, { ...names, ip })) {
          expect(step).not.toMatch(/ {2}| [,.:;]|em caíram|porta de rede,|[{}]/)
        }
      expect(addressText({ ip: '', port: 80 })).toBe('não informado')
    },
  )

  test.each([
    [{ scope: 'service' }, 'manyPlacesDown', 'Confira a internet desta central'],
    [
      { scope: 'condominium', failing: 3, devices: 3 },
      'placeDown',
      'Não procure em um dispositivo: Edifício Água Viva',
    ],
    [{ scope: 'condominium', failing: 2, devices: 3 }, 'someDown', 'Vários dispositivos de Edifício Água Viva'],
    [{ scope: 'address', ip: '10.0.0.5' }, 'addressDown', 'controlador em 10.0.0.5'],
    [{ scope: 'device', cause: 'hung' }, 'hung', 'energia e cabo estão bem'],
    [{ scope: 'device', isOscillating: true, cause: 'hung' }, 'oscillating', 'cai e volta'],
  ] as const)('are those of the incident on both pages: %o (STATE-5)', (known, trouble, text) => {
    const incident = incidentOf('i1', {
      condominiumId: 'c1',
      condominiumName: 'Edifício Água Viva',
      deviceName: 'Leitor Social',
      ...known,
    })
    const own = circuit({ failureCount: 2, lastError: 'status 502 garbage' })
    const steps = deviceSteps(facts({ incident, circuit: own }), place, all)
    const { length } = adviceOf[trouble].steps
    expect(incidentSteps(incident, place).slice(0, length)).toEqual(steps.slice(0, length))
    expect(troubleOfIncident(incident)).toBe(trouble)
    expect(steps.join(' ')).toContain(text)
    expect(steps.join(' ')).not.toContain('responde outra coisa')
  })

  test('on the page of an incident name no button that only the page of a device has (STATE-5)', () => {
    const steps = incidentSteps(
      incidentOf('i1', { scope: 'condominium', condominiumName: 'Edifício Água Viva' }),
      place,
    )
    expect(steps.join(' ')).toContain('Se continuar, ligue para a manutenção, (13) 3055-1200')
    expect(steps.join(' ')).not.toContain('Copiar')
    const noPhone = { ...place, phone: '', gatehousePhone: null, maintenancePhone: null }
    expect(incidentSteps(incidentOf('i1'), noPhone).at(-1)).toBe(
      'Se continuar, chame a manutenção. O cadastro do condomínio não tem telefone.',
    )
  })

  test.each(['garbage', 'unreachable'] as const)(
    'have no gap in their text for an incident (%s) without an address (STATE-5)',
    (cause) => {
      const steps = incidentSteps(incidentOf('i1', { scope: 'device', cause, ip: '' }), place).join(' ')
      expect(steps).not.toMatch(/ [,.]|\{| {2}/)
      expect(steps).toContain('endereço')
    },
  )

  test('are the steps of the incident while an oscillating device answers (STATE-5)', () => {
    const incident = incidentOf('i1', { scope: 'device', isOscillating: true, failing: 0 })
    const [step] = deviceSteps(facts({ incident, device: device() }), place, all)
    expect(step).toContain('cai e volta')
  })

  test('contain no unfilled placeholder', () => {
    for (const cause of deviceFailureCauses)
      expect(deviceSteps(failing(`status 502 ${cause}`), place, all).join()).not.toContain('{')
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
    'O que foi tentado neste painel, do mais novo ao mais antigo:',
    '- 21/11/2026, 13:59:58: Chamada com a conexão recusada, após 1,5 s',
    '- 21/11/2026, 13:59:55: Retomado por uma pessoa: Cabo trocado',
    '- 21/11/2026, 13:59:51: Chamada respondida em 40 ms',
    'Código técnico: CLOSED, failureCount 2, status 502 refused',
  ])
  expect(maintenanceText({ ...known, condominium: null, results: [], records: [] })).toContain('nada foi tentado ainda')
})

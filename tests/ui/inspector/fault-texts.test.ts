import { describe, expect, test } from 'vitest'
import type { SimulatedDevice } from '../../../contract/wire/answers/devices/simulator.ts'
import { faults as simulatedFaults } from '../../../contract/wire/answers/devices/simulator.ts'
import { actsText, faultName, faults, receivedText, statusText } from '../../../src/ui/inspector/faults/fault-texts.ts'

const nothing = { restart: 0, activate: 0, deactivate: 0, remove: 0, open: 0 }

function deviceWith(parts: Partial<SimulatedDevice>): SimulatedDevice {
  return { wordCode: 'A-1', fault: 'up', received: [], acted: nothing, ...parts }
}

describe('the control of simulated devices (INS-2)', () => {
  test('offers every fault of the embedded backend', () => {
    expect(faults.map(({ fault }) => fault).sort()).toEqual([...simulatedFaults].sort())
  })

  test('counts the calls up to the limit that a device remembers', () => {
    const received = (count: number) =>
      deviceWith({ received: Array.from({ length: count }, () => ({ op: 'ping', key: null, at: '' })) })
    expect([0, 1, 49, 50].map((count) => receivedText(received(count)))).toEqual(['nenhuma', '1', '49', '50 ou mais'])
  })

  test('lists what the device did, each action with its count', () => {
    expect(actsText(deviceWith({}))).toBe('nada')
    expect(actsText(deviceWith({ acted: { ...nothing, restart: 1, deactivate: 2 } }))).toBe(
      '1 reinício, 2 desativações',
    )
  })

  test('has a status text only for results that the page shows nowhere else', () => {
    const slow = deviceWith({ fault: 'slow' })
    expect(statusText('applied', slow)).toBe('Aplicado: Lento.')
    expect(statusText('loading', slow)).toBe('Consultando o dispositivo…')
    expect(statusText('unavailable', null)).toContain('não tem dispositivos simulados')
    for (const phase of ['idle', 'refused', 'failed', 'setting'] as const) expect(statusText(phase, slow)).toBe('')
    expect(faultName('garbage')).toBe('Resposta inválida')
  })
})

import { expect, test } from 'vitest'
import { testedDevices } from '../../contract/devices/tested-devices.ts'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { PortTest } from '../../contract/wire/answers/devices/port-tests.ts'

function deviceOf(wordCode: string, name: string, ip: string, port: number): Device {
  return {
    ...{ wordCode, name, model: 'iDFace', ip, port, condominiumId: 'c1', active: true },
    ...{ status: 'online', lastContactAt: null, latencyMs: null },
  }
}

const devices = [
  deviceOf('A', 'Portão', '10.0.0.7', 9001),
  deviceOf('B', '', '10.0.0.7', 9001),
  deviceOf('C', 'Catraca', '10.0.0.7', 9002),
]

const specified: PortTest = { ip: '10.0.0.7', success: true, port: null, latencyMs: null, checkedAt: null }
const namesOf = (test: PortTest) => testedDevices(test, devices).map(({ name }) => name)

test('a port test names every device at its address, also if the server names one of them (ACT-1)', () => {
  expect(namesOf({ ...specified, port: 9001 })).toEqual(['Portão', 'B'])
  expect(namesOf({ ...specified, port: 9001, wordCode: 'A', deviceName: 'Portão' })).toEqual(['Portão', 'B'])
  expect(namesOf({ ...specified, port: 9002 })).toEqual(['Catraca'])
})

test('a port test without a port names every device of the address (ACT-1)', () => {
  expect(namesOf(specified)).toEqual(['Portão', 'B', 'Catraca'])
})

test('a port test of an unknown address names the device of the server, or none (ACT-1)', () => {
  expect(namesOf({ ...specified, ip: '10.0.0.8' })).toEqual([])
  expect(namesOf({ ...specified, ip: '10.0.0.8', wordCode: 'D', deviceName: 'Leitor' })).toEqual(['Leitor'])
  expect(namesOf({ ...specified, ip: '10.0.0.8', wordCode: 'D' })).toEqual(['D'])
})

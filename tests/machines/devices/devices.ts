import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { portaria } from './device-world.ts'

export const portariaDevice: Device = {
  ...portaria,
  name: 'Portaria',
  model: 'iDFace',
  ip: '10.0.0.5',
  port: 80,
  active: true,
  status: 'online',
  lastContactAt: '2026-03-02T08:59:00.000Z',
  latencyMs: 12,
}

export function deviceOf(wordCode: string, changes: Partial<Device> = {}): Device {
  return { ...portariaDevice, wordCode, ...changes }
}

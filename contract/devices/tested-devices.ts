import type { Device } from '../wire/answers/devices/devices.ts'
import type { PortTest } from '../wire/answers/devices/port-tests.ts'
import { nameOf } from './device-status.ts'

/** Whether a port test names the address of a device; a test without a port names all ports (ACT-1). */
export function isAtAddress({ ip, port }: PortTest, device: Pick<Device, 'ip' | 'port'>): boolean {
  return device.ip === ip && (port === null || device.port === port)
}

/** A device that a port test concerns. */
export interface TestedDevice {
  wordCode: string
  name: string
}

/** All devices at the address of a port test, or the device that the server names; empty if no device is known. */
export function testedDevices(test: PortTest, devices: Iterable<Device>): TestedDevice[] {
  const found: TestedDevice[] = []
  for (const device of devices)
    if (isAtAddress(test, device)) found.push({ wordCode: device.wordCode, name: nameOf(device) })
  if (found.length > 0 || !test.wordCode) return found
  return [{ wordCode: test.wordCode, name: test.deviceName || test.wordCode }]
}

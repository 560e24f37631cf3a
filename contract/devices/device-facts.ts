import type { Device } from '../wire/answers/devices/devices.ts'
import type { DeviceHealthAnswer } from '../wire/answers/devices/health.ts'
import type { PortTest } from '../wire/answers/devices/port-tests.ts'
import type { Circuit } from './circuit.ts'
import type { StatusFacts } from './device-status.ts'

type PingedHealth = Pick<DeviceHealthAnswer, 'status' | 'state' | 'cause'> & {
  /** On the server's clock, in milliseconds since the epoch, or null. */
  checkedAt: number | null
}

/** All that is known about a device (STATE-1). Times in milliseconds since the epoch. */
export interface DeviceFacts extends StatusFacts {
  device: Device
  circuit: Circuit
  /** Last ping by the server (HEA-2), at a time on the server's clock, or null; `health` is null if the call failed. */
  ping: { health: PingedHealth | null; at: number } | null
  /** Time of the device's last event, on the server's clock, or null: it has spoken, which is no answer (STATE-2). */
  spokeAt: number | null
  /** End of this panel's last call, on the panel's clock, or null. */
  panelSeenAt: number | null
  portTest: PortTest | null
  /** Panel's clock; for times that the panel recorded (its circuits). */
  now: number
  /** Server's clock; for times that the server recorded (LIVE-10). */
  serverNow: number
}

import type { DeviceFacts } from '../../../contract/devices/device-facts.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { type CircuitView, closedCircuit } from '../../../src/ui/devices/circuit/circuit-view.ts'

/** Creates a healthy device with the given changes. */
export function device(changes: Partial<Device> = {}): Device {
  return {
    wordCode: 'AGUAVIVA-01',
    name: 'Leitor Social',
    model: 'iDFace',
    ip: '10.0.0.5',
    port: 80,
    condominiumId: 'c1',
    active: true,
    status: 'online',
    lastContactAt: null,
    latencyMs: null,
    ...changes,
  }
}

/** Facts about an active device that the server has just seen online. */
export function deviceFacts(now: number, changes: Partial<DeviceFacts> = {}): DeviceFacts {
  return {
    device: device(),
    reportedAt: null,
    incident: null,
    contact: 'current',
    circuit: closedCircuit,
    ping: null,
    spokeAt: null,
    panelSeenAt: null,
    portTest: null,
    now,
    serverNow: now,
    ...changes,
  }
}

export function circuit(changes: Partial<CircuitView>): CircuitView {
  return { ...closedCircuit, ...changes }
}

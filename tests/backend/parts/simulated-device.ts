import { expect } from 'vitest'
import type { Received } from '../../../backend/simulator/simulated-devices.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceFault, SimulatedDevice } from '../../../contract/wire/answers/devices/simulator.ts'
import type { SignedIn } from './embedded-backend.ts'

export const nothingDone: SimulatedDevice['acted'] = { restart: 0, activate: 0, deactivate: 0, remove: 0, open: 0 }

/** Resolves once the simulated device has the fault. */
export async function setFault(admin: SignedIn, wordCode: string, fault: DeviceFault, slowMs?: number): Promise<void> {
  const answer = await admin.call(`/rest/simulator/device/${wordCode}`, { method: 'PUT', body: { fault, slowMs } })
  expect(answer.status).toBe(200)
}

/** Reads from the simulator which requests the device received and which commands it carried out. */
export async function atTheDevice(
  admin: SignedIn,
  wordCode: string,
): Promise<{ wordCode: string; fault: DeviceFault; received: Received[]; acted: SimulatedDevice['acted'] }> {
  const answer = await admin.call(`/rest/simulator/device/${wordCode}`)
  expect(answer.status).toBe(200)
  return answer.json()
}

/** Reads the stored record without a request to the device. */
export async function recordOf(who: SignedIn, wordCode: string): Promise<Device> {
  return (await who.call(`/device-control/device/${wordCode}`)).json()
}

/** Resolves once the device has received a request of this operation. */
export async function arrived(admin: SignedIn, wordCode: string, op: string): Promise<void> {
  await expect.poll(async () => (await atTheDevice(admin, wordCode)).received.map((one) => one.op)).toContain(op)
}

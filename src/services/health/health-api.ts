import type { DeviceHealthAnswer } from '../../../contract/wire/answers/devices/health.ts'
import { healthRoutes } from '../../../contract/wire/routes/health.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** A device's health as the server sees it; times in ms since the epoch. */
export type DeviceHealth = Omit<DeviceHealthAnswer, 'lastFailureTime' | 'checkedAt'> & {
  lastFailureTime: number | null
  checkedAt: number | null
}

/** Has the server ping a device (HEA-1). Throws a `CallError`. */
export async function loadDeviceHealth(
  call: ContractCall,
  wordCode: string,
  signal: AbortSignal,
): Promise<DeviceHealth> {
  const health = dataOf(await call(healthRoutes.deviceHealth, { params: { wordCode }, signal }))
  return { ...health, lastFailureTime: timeMs(health.lastFailureTime), checkedAt: timeMs(health.checkedAt) }
}

function timeMs(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}

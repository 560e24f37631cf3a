import type { Ping } from '../../machines/health/health-protocol.ts'
import { flowHook, useFlowState } from '../panel-context.tsx'

/** Result of the last answered check, or null before the first. */
export const useHealthCheck = flowHook('health', (health) => health.context.check)

/** Time of the last answered check, in milliseconds since the epoch, or null. */
export const useHealthCheckedAt = flowHook('health', (health) => health.context.checkedAt)

/** Status of the last check. */
export const useHealthCheckStatus = flowHook('health', (health) => {
  if (health.hasTag('checkFailed')) return 'failed'
  return health.hasTag('checking') || health.context.checkedAt === null ? 'checking' : 'answered'
})

export function usePing(wordCode: string): Ping | null {
  return useFlowState('health', (health) => health.context.pings.get(wordCode) ?? null)
}

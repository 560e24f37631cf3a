import type { Ping } from '../../machines/health/health-protocol.ts'
import { flowHook, useFlowState } from '../panel-context.tsx'

/** What the last answered check brought, or null before the first. */
export const useHealthCheck = flowHook('health', (health) => health.context.check)

/** When the last check was answered, in milliseconds since the epoch, or null. */
export const useHealthCheckedAt = flowHook('health', (health) => health.context.checkedAt)

/** How the check stands: under way, failed the last time, or answered. */
export const useHealthCheckStatus = flowHook('health', (health) => {
  if (health.hasTag('checkFailed')) return 'failed'
  return health.hasTag('checking') || health.context.checkedAt === null ? 'checking' : 'answered'
})

/** Whether devices are being pinged. */
export const usePinging = flowHook('health', (health) => health.hasTag('pinging'))

/** The last ping of a device, or null. */
export function usePing(wordCode: string): Ping | null {
  return useFlowState('health', (health) => health.context.pings.get(wordCode) ?? null)
}

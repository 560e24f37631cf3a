import { useSelector } from '@xstate/react'
import type { HealthCheck, Ping } from '../../machines/health/health-protocol.ts'
import type { ClientMetricsReading } from '../../services/health/client-metrics.ts'
import { useFlow } from '../panel-context.tsx'

/** What the last answered check brought, or null before the first. */
export function useHealthCheck(): HealthCheck | null {
  return useSelector(useFlow('health'), (health) => health?.context.check ?? null)
}

/** What this panel counts of its own calls, or null before the first count. */
export function useOwnCalls(): ClientMetricsReading | null {
  return useSelector(useFlow('health'), (health) => health?.context.metrics ?? null)
}

/** When the last check was answered, in milliseconds since the epoch, or null. */
export function useHealthCheckedAt(): number | null {
  return useSelector(useFlow('health'), (health) => health?.context.checkedAt ?? null)
}

/** How the check stands: under way, failed the last time, or answered. */
export function useHealthCheckStatus(): 'checking' | 'failed' | 'answered' {
  return useSelector(useFlow('health'), (health) => {
    if (health?.hasTag('checkFailed')) return 'failed'
    return health?.hasTag('checking') || (health?.context.checkedAt ?? null) === null ? 'checking' : 'answered'
  })
}

/** How the clean-up stands. */
export function useCleanupStatus(): 'cleaning' | 'failed' | 'idle' {
  return useSelector(useFlow('health'), (health) => {
    if (health?.hasTag('cleanupFailed')) return 'failed'
    return health?.hasTag('cleaning') ? 'cleaning' : 'idle'
  })
}

/** Whether devices are being pinged. */
export function usePinging(): boolean {
  return useSelector(useFlow('health'), (health) => health?.hasTag('pinging') ?? false)
}

const none: ReadonlyMap<string, Ping> = new Map()

/** The last pings of the selected condominium's devices, by wordCode. */
export function usePings(): ReadonlyMap<string, Ping> {
  return useSelector(useFlow('health'), (health) => health?.context.pings ?? none)
}

/** The last ping of a device, or null. */
export function usePing(wordCode: string): Ping | null {
  return useSelector(useFlow('health'), (health) => health?.context.pings.get(wordCode) ?? null)
}

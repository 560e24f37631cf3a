import { useSelector } from '@xstate/react'
import { useFlow } from '../panel-context.tsx'

/** How the live connection stands (SOC-5). */
export type Connection = 'connected' | 'connecting' | 'reconnecting' | 'failed'

/** The state of the live connection; the attempts have a hook of their own, so that they re-render only who shows them. */
export function useConnection(): Connection {
  return useSelector(useFlow('socket'), (socket) => {
    if (socket?.hasTag('connected')) return 'connected'
    if (socket?.hasTag('reconnecting')) return 'reconnecting'
    return socket?.hasTag('failed') ? 'failed' : 'connecting'
  })
}

/** Which attempt to come back is under way, from 1. */
export function useConnectionAttempt(): number {
  return useSelector(useFlow('socket'), (socket) => Math.max(socket?.context.attempt ?? 1, 1))
}

import { flowHook } from '../panel-context.tsx'

/** State of the live connection (SOC-5). */
export type Connection = 'connected' | 'connecting' | 'reconnecting' | 'failed'

/** State of the live connection; attempts have their own hook, so that other views do not render at each attempt. */
export const useConnection = flowHook('socket', (socket) => {
  if (socket.hasTag('connected')) return 'connected'
  if (socket.hasTag('reconnecting')) return 'reconnecting'
  return socket.hasTag('failed') ? 'failed' : 'connecting'
})

import { flowHook } from '../panel-context.tsx'

/** How the live connection stands (SOC-5). */
export type Connection = 'connected' | 'connecting' | 'reconnecting' | 'failed'

/** The state of the live connection; the attempts have a hook of their own, so that they re-render only who shows them. */
export const useConnection = flowHook('socket', (socket) => {
  if (socket.hasTag('connected')) return 'connected'
  if (socket.hasTag('reconnecting')) return 'reconnecting'
  return socket.hasTag('failed') ? 'failed' : 'connecting'
})

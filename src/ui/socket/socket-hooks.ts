import { flowHook } from '../panel-context.tsx'
import { firstTag } from '../parts/first-tag.ts'

/** State of the live connection (SOC-5). */
export type Connection = 'connected' | 'connecting' | 'reconnecting' | 'failed'

/** State of the live connection; attempts have their own hook, so that other views do not render at each attempt. */
export const useConnection = flowHook('socket', (socket): Connection => {
  return firstTag(socket, ['connected', 'reconnecting', 'failed']) ?? 'connecting'
})

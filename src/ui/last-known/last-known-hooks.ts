import { flowHook } from '../panel-context.tsx'

/** Time of the restored data, in milliseconds since the epoch; null if the data is from the server. */
export const useLastKnownAt = flowHook('lastKnown', (flow) => (flow.hasTag('lastKnown') ? flow.context.at : null))

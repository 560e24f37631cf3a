import { flowHook } from '../panel-context.tsx'

/** When what is shown was last known to be so, in milliseconds since the epoch; null while the server itself tells it. */
export const useLastKnownAt = flowHook('lastKnown', (flow) => (flow.hasTag('lastKnown') ? flow.context.at : null))

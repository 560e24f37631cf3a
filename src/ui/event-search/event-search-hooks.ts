import { flowHook } from '../panel-context.tsx'

/** The events that pass the filter, newest first, as far back as they are loaded. */
export const useFoundEvents = flowHook('eventSearch', (search) => search.context.events)

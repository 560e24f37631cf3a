import { flowHook } from '../panel-context.tsx'

/** Loaded events that pass the filter, newest first. */
export const useFoundEvents = flowHook('eventSearch', (search) => search.context.events)

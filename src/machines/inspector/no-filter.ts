import type { EventFilter } from '../../inspector/recording/event-filter.ts'

/** Lists all events. */
export const noFilter: EventFilter = { text: '', isOnlyActor: false, device: '', outcome: null, from: null, to: null }

import * as v from 'valibot'

export const alive = v.object({ alive: v.literal(true) })

export const ready = v.object({ ready: v.literal(true) })

/** The body of a 503: the database takes no writes (its disk may be full), or does not answer. */
export const notReady = v.object({ ready: v.literal(false), reason: v.picklist(['read-only', 'no-database']) })

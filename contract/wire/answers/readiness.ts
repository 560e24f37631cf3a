import * as v from 'valibot'

/** `version`: the server's release, such as `0.3.0`. */
export const alive = v.object({ alive: v.literal(true), version: v.string() })

export const ready = v.object({ ready: v.literal(true) })

/** The body of a 503: the database takes no writes (its disk may be full), or does not answer. */
export const notReady = v.object({ ready: v.literal(false), reason: v.picklist(['read-only', 'no-database']) })

import * as v from 'valibot'

export const filledText = v.pipe(v.string(), v.nonEmpty())

/** An id or a code: opaque, never empty. */
export const id = v.pipe(v.string(), v.nonEmpty())

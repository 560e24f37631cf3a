import * as v from 'valibot'

/** An ISO 8601 date-time; in UTC, with `Z`, where the embedded backend writes it. */
export const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** The same, read more leniently: whatever `Date.parse` takes. */
export const dateText = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
)

/** Asks for the next page; null on the last. */
export const nextCursor = v.optional(v.nullable(v.string()), null)

export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A figure that is measured: milliseconds, bytes, seconds. */
export const measure = v.pipe(v.number(), v.finite(), v.minValue(0))

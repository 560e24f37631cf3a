import * as v from 'valibot'

export const filledText = v.pipe(v.string(), v.nonEmpty())

/** An id or a code: opaque, never empty. */
export const id = v.pipe(v.string(), v.nonEmpty())

/** An ISO 8601 date-time; in UTC, with `Z`, where the embedded backend writes it. */
export const isoTime = v.pipe(v.string(), v.isoTimestamp())

const timeText = 'Informe uma data ISO.'

/** A time that a calendar has and every database can keep (years 1 to 9998), as a `Date`. */
export const existingTime = v.pipe(
  v.string(),
  v.isoTimestamp(timeText),
  v.check((given) => {
    const year = new Date(given).getUTCFullYear()
    return year >= 1 && year <= 9_998 && isDay(given.slice(0, 10))
  }, timeText),
  v.transform((given) => new Date(given)),
)

/** Whether a month has that day: `Date` goes on into the next month. */
function isDay(date: string): boolean {
  return new Date(`${date}T00:00Z`).getUTCDate() === Number(date.slice(8))
}

/** An ISO time, read more leniently: whatever `Date.parse` takes. */
export const dateText = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
)

/** Asks for the next page; null on the last. */
export const nextCursor = v.optional(v.nullable(v.string()), null)

export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A figure that is measured: milliseconds, bytes, seconds. */
export const measure = v.pipe(v.number(), v.finite(), v.minValue(0))

/** How many of a list are asked for, from 1 to `most`; `usual` where nothing is said. */
export function pageLimit(most: number, usual: number) {
  const text = `Informe um número de 1 a ${most}.`
  return v.optional(
    v.pipe(v.string(), v.digits(text), v.toNumber(), v.minValue(1, text), v.maxValue(most, text)),
    String(usual),
  )
}

import * as v from 'valibot'

export const filledText = v.pipe(v.string(), v.nonEmpty())

/** An id or a code: opaque, never empty. */
export const id = v.pipe(v.string(), v.nonEmpty())

/** A person as others see them; the name of an erased person is ''. */
export const namedPerson = v.object({ id, name: v.string() })

/** An ISO 8601 date-time. The embedded backend writes UTC with `Z`. */
export const isoTime = v.pipe(v.string(), v.isoTimestamp())

const timeText = 'Informe uma data ISO.'

/** A time that exists in the calendar and that every database can store (years 1 to 9998), as a `Date`. */
export const existingTime = v.pipe(
  v.string(),
  v.isoTimestamp(timeText),
  v.check((given) => {
    const year = new Date(given).getUTCFullYear()
    return year >= 1 && year <= 9_998 && isDay(given.slice(0, 10))
  }, timeText),
  v.transform((given) => new Date(given)),
)

/** Checks that the month has this day: `Date` accepts 31 February and moves it to March. */
function isDay(date: string): boolean {
  return new Date(`${date}T00:00Z`).getUTCDate() === Number(date.slice(8))
}

/** A day that exists in the calendar, as `YYYY-MM-DD`. */
export const existingDay = v.pipe(
  v.string(),
  v.isoDate(timeText),
  v.check((given) => given >= '0001' && given < '9999' && isDay(given), timeText),
)

/** An ISO time, parsed leniently: every text that `Date.parse` accepts. */
export const dateText = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
)

/** Cursor for the next page; null on the last page. */
export const nextCursor = v.optional(v.nullable(v.string()), null)

export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A measured quantity: milliseconds, bytes or seconds. */
export const measure = v.pipe(v.number(), v.finite(), v.minValue(0))

/** Page size from 1 to `most`; `usual` if the request has none. */
export function pageLimit(most: number, usual: number) {
  const text = `Informe um número de 1 a ${most}.`
  return v.optional(
    v.pipe(v.string(), v.digits(text), v.toNumber(), v.minValue(1, text), v.maxValue(most, text)),
    String(usual),
  )
}

/** A field of answers: false if the server's clock seems to be wrong, else absent. */
export const isClockPlausible = v.fallback(v.optional(v.boolean()), undefined)

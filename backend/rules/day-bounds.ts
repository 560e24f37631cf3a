/** Returns the day (`YYYY-MM-DD`) of a time in a time zone; `at` in milliseconds since the epoch. */
export function dayOf(at: number, zone: string): string {
  return localTime(at, zone).slice(0, 10)
}

/** Returns the times at which a day begins and ends in a time zone. */
export function dayBounds(day: string, zone: string): { from: Date; to: Date } {
  const next = new Date(Date.parse(`${day}T12:00Z`) + 24 * 60 * 60_000).toISOString().slice(0, 10)
  return { from: startOfDay(day, zone), to: startOfDay(next, zone) }
}

/** Returns the start of a day. If a clock change skips midnight, the day starts after the skipped hour. */
function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offsetAt = (at: number) => Date.parse(`${localTime(at, zone)}Z`) - at
  const guess = midnight - offsetAt(midnight)
  const at = midnight - offsetAt(guess)
  return new Date(dayOf(at, zone) === day ? at : guess)
}

/** Local time in the zone, to the second. */
function localTime(at: number, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
    .format(at)
    .padStart('YYYY-MM-DD HH:MM:SS'.length, '0')
    .replace(' ', 'T')
}

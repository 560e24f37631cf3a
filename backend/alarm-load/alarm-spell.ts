import type { AlarmSpell } from '../../contract/wire/answers/alarm-load.ts'

const worstMs = 10 * 60_000

/** One call. Times in milliseconds since the epoch. */
export type Alarm = {
  at: number
  incidentId: string
  /** Null of most condominiums at once. */
  condominiumId: string | null
  deviceName: string
  condominiumName: string
  /** When it was taken, silenced, or over; null while nobody has. */
  endedAt: number | null
  isTaken: boolean
}

/** What a time came to; `alarms` oldest first, `from` inclusive, `to` exclusive, in milliseconds since the epoch. */
export function alarmSpell(all: readonly Alarm[], from: number, to: number): AlarmSpell {
  const alarms = all.filter(({ at }) => at >= from && at < to)
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    alarms: alarms.length,
    worst: worstOf(alarms),
    longest: longestOf(alarms, to),
  }
}

/** The ten minutes, from an alarm on, with the most alarms; the first of several. */
function worstOf(alarms: readonly Alarm[]): AlarmSpell['worst'] {
  let worst: { at: number; alarms: number } | null = null
  let end = 0
  for (const [index, { at }] of alarms.entries()) {
    while ((alarms[end]?.at ?? Number.POSITIVE_INFINITY) < at + worstMs) end += 1
    if (end - index > (worst?.alarms ?? 0)) worst = { at, alarms: end - index }
  }
  return worst && { from: new Date(worst.at).toISOString(), alarms: worst.alarms }
}

function longestOf(alarms: readonly Alarm[], to: number): AlarmSpell['longest'] {
  let longest: AlarmSpell['longest'] = null
  for (const { at, endedAt, isTaken, incidentId, deviceName, condominiumName } of alarms) {
    const forMs = Math.min(endedAt ?? to, to) - at
    if (forMs > (longest?.forMs ?? -1))
      longest = {
        incidentId,
        deviceName,
        condominiumName,
        forMs,
        isTaken: isTaken && endedAt !== null && endedAt <= to,
      }
  }
  return longest
}

import type { AlarmPeriod } from '../../contract/wire/answers/alarm-load.ts'

const worstMs = 10 * 60_000

/** One call. Times in milliseconds since the epoch. */
export type Alarm = {
  at: number
  incidentId: string
  /** Null of most condominiums at once. */
  condominiumId: string | null
  deviceName: string
  condominiumName: string
  /** When it was taken, silenced, or over; null while nobody has. As it called where it was somebody's already. */
  endedAt: number | null
  /** Who took it; null where nobody did. */
  takenBy: string | null
}

/** What a time came to; `alarms` oldest first, `from` inclusive, `to` exclusive, in milliseconds since the epoch. */
export function alarmPeriod(all: readonly Alarm[], from: number, to: number): AlarmPeriod {
  const alarms = all.filter(({ at }) => at >= from && at < to)
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    alarms: alarms.length,
    worst: worstOf(alarms),
    longest: longestOf(alarms, to),
    medianMs: medianOf(alarms.flatMap((alarm) => (takerOf(alarm, to) === null ? [] : (waitOf(alarm) ?? [])))),
  }
}

/** Who had taken it by the time `to`. */
export function takerOf({ endedAt, takenBy }: Alarm, to: number): string | null {
  return endedAt !== null && endedAt <= to ? takenBy : null
}

/** How long it waited for somebody; null of what was somebody's as it called. */
function waitOf({ at, endedAt }: Alarm): number | null {
  return endedAt === null || endedAt === at ? null : endedAt - at
}

function medianOf(lengths: readonly number[]): number | null {
  const sorted = lengths.toSorted((left, right) => left - right)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

/** The ten minutes, from an alarm on, with the most alarms; the first of several. */
function worstOf(alarms: readonly Alarm[]): AlarmPeriod['worst'] {
  let worst: { at: number; alarms: number; incidentId: string } | null = null
  let end = 0
  for (const [index, { at, incidentId }] of alarms.entries()) {
    while ((alarms[end]?.at ?? Number.POSITIVE_INFINITY) < at + worstMs) end += 1
    if (end - index > (worst?.alarms ?? 0)) worst = { at, alarms: end - index, incidentId }
  }
  return worst && { from: new Date(worst.at).toISOString(), alarms: worst.alarms, incidentId: worst.incidentId }
}

function longestOf(alarms: readonly Alarm[], to: number): AlarmPeriod['longest'] {
  let longest: AlarmPeriod['longest'] = null
  for (const alarm of alarms) {
    const { at, endedAt, incidentId, deviceName, condominiumName } = alarm
    const forMs = Math.min(endedAt ?? to, to) - at
    if (forMs > (longest?.forMs ?? -1))
      longest = { incidentId, deviceName, condominiumName, forMs, isTaken: takerOf(alarm, to) !== null }
  }
  return longest
}

import type { AlarmPeriod } from '../../contract/wire/answers/alarm-load.ts'

const worstMs = 10 * 60_000

/** One notification of an incident. Times in milliseconds since the epoch. */
export type Alarm = {
  at: number
  incidentId: string
  /** Null for a service failure, which has no single condominium. */
  condominiumId: string | null
  deviceName: string
  condominiumName: string
  /** Time when the incident was claimed, silenced or resolved; null if none of these happened. Equals `at` if it was already claimed. */
  endedAt: number | null
  /** Id of the person who claimed it; null if unclaimed. */
  takenBy: string | null
}

/** Summarises the alarms of a period: `alarms` oldest first, `from` inclusive, `to` exclusive, in milliseconds since the epoch. */
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

/** Returns the id of the person who had claimed the alarm by the time `to`. */
export function takerOf({ endedAt, takenBy }: Alarm, to: number): string | null {
  return endedAt !== null && endedAt <= to ? takenBy : null
}

/** Milliseconds until the alarm was claimed, silenced or over; null if none of these happened, or if it was claimed from the start. */
function waitOf({ at, endedAt }: Alarm): number | null {
  return endedAt === null || endedAt === at ? null : endedAt - at
}

function medianOf(lengths: readonly number[]): number | null {
  const sorted = lengths.toSorted((left, right) => left - right)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

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

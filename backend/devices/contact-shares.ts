import type { ContactShares, DeviceStateKind } from '../../contract/wire/answers/devices/device-timeline.ts'

/** State of a device from a time on. All times of this file are in milliseconds since the epoch. */
export type ContactChange = { at: number; kind: DeviceStateKind }

type Period = { from: number; to: number }

/**
 * Milliseconds in each state within `period`. Unknown: before the first change, and while no server was running; a
 * device that is switched off counts as inactive even then (PAGE-5).
 * @param changes oldest first; a change before the period gives the initial state
 * @param watched periods with a running server, in any order, may overlap
 */
export function contactShares(
  changes: readonly ContactChange[],
  watched: readonly Period[],
  period: Period,
): ContactShares {
  const seen = joined(watched)
  const shares = { onlineMs: 0, offlineMs: 0, unknownMs: 0, inactiveMs: 0 }
  const known = changes.filter(({ at }) => at < period.to)
  for (const [index, { at, kind }] of known.entries()) {
    const span = within({ from: at, to: known[index + 1]?.at ?? period.to }, period)
    if (kind === 'inactive') shares.inactiveMs += lengthOf(span)
    else if (kind !== 'unknown')
      shares[kind === 'online' ? 'onlineMs' : 'offlineMs'] += seen.reduce(
        (sum, each) => sum + lengthOf(within(each, span)),
        0,
      )
  }
  shares.unknownMs = lengthOf(period) - shares.onlineMs - shares.offlineMs - shares.inactiveMs
  return shares
}

function joined(periods: readonly Period[]): Period[] {
  const all: Period[] = []
  for (const { from, to } of periods.toSorted((left, right) => left.from - right.from)) {
    const last = all.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

function within(one: Period, other: Period): Period {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
}

function lengthOf({ from, to }: Period): number {
  return Math.max(to - from, 0)
}

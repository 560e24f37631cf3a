import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContactChange, contactShares } from '../../../backend/devices/contact-shares.ts'
import type { ContactShares } from '../../../contract/wire/answers/devices/device-timeline.ts'

const kind = constantFrom<ContactChange['kind'][]>('online', 'offline', 'unknown', 'inactive')
const time = integer({ min: 0, max: 1_000 })
const story = record({
  changes: array(record({ at: time, kind }), { maxLength: 12 }).map((changes) =>
    changes.toSorted((left, right) => left.at - right.at),
  ),
  watched: array(
    record({ from: time, length: integer({ min: 0, max: 300 }) }).map(({ from, length }) => ({
      from,
      to: from + length,
    })),
    { maxLength: 5 },
  ),
  period: record({ from: time, length: integer({ min: 0, max: 1_000 }) }).map(({ from, length }) => ({
    from,
    to: from + length,
  })),
})

/** The expected shares, counted millisecond by millisecond. */
function counted({ changes, watched, period }: Parameters<Parameters<typeof story.map>[0]>[0]): ContactShares {
  const shares = { onlineMs: 0, offlineMs: 0, unknownMs: 0, inactiveMs: 0 }
  for (let at = period.from; at < period.to; at += 1) {
    const kindThen = changes.findLast((change) => change.at <= at)?.kind ?? 'unknown'
    const isSeen = watched.some(({ from, to }) => from <= at && at < to)
    shares[kindThen === 'inactive' || isSeen ? (`${kindThen}Ms` as const) : 'unknownMs'] += 1
  }
  return shares
}

describe('how long a device was in each status (PAGE-5)', () => {
  it('equals the count of milliseconds, and adds up to the whole period', () => {
    assert(
      property(story, ({ changes, watched, period }) => {
        const shares = contactShares(changes, watched, period)
        expect(shares).toEqual(counted({ changes, watched, period }))
        expect(Object.values(shares).reduce((sum, each) => sum + each)).toBe(period.to - period.from)
      }),
      { numRuns: 300 },
    )
  })

  it('in two halves adds up to the whole', () => {
    assert(
      property(story, time, ({ changes, watched, period }, cut) => {
        const middle = Math.min(Math.max(cut, period.from), period.to)
        const halves = [
          contactShares(changes, watched, { from: period.from, to: middle }),
          contactShares(changes, watched, { from: middle, to: period.to }),
        ]
        const whole = contactShares(changes, watched, period)
        for (const key of ['onlineMs', 'offlineMs', 'unknownMs', 'inactiveMs'] as const)
          expect(halves.reduce((sum, half) => sum + half[key], 0)).toBe(whole[key])
      }),
    )
  })

  it('is unknown while no server ran, except for an inactive device', () => {
    const changes: ContactChange[] = [
      { at: 0, kind: 'online' },
      { at: 60, kind: 'inactive' },
    ]
    expect(contactShares(changes, [{ from: 0, to: 40 }], { from: 0, to: 100 })).toEqual({
      ...{ onlineMs: 40, offlineMs: 0, unknownMs: 20, inactiveMs: 40 },
    })
  })
})

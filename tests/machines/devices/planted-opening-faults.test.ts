import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeviceAsk, DeviceTalk } from '../../../backend/devices/device-talk.ts'
import type { OpeningFindings } from '../../bench/openings/opening-world.ts'
import type { Original } from '../../planted-fault.ts'

type Rule = Exclude<keyof OpeningFindings, 'presses' | 'opened' | 'interrupted' | 'shown'>

interface Fault {
  fault: string
  /** The module that the fault replaces. */
  module: string
  planted: (original: Original) => object
  /** The count that reports the fault. */
  rule: Rule
}

const deviceRule = '../../../backend/simulator/gate-lock.ts'
const deviceTalk = '../../../backend/devices/device-talk.ts'

const faults: readonly Fault[] = [
  {
    fault: 'the deadline on the clock of the device has no reserve for a slow clock',
    module: deviceTalk,
    planted: withTalk((next, { until }, line, now) =>
      'send' in next ? { send: { ...next.send, notAfter: JSON.parse(line).clock + until - now } } : next,
    ),
    rule: 'afterDeadline',
  },
  {
    fault: 'a device opens at any time',
    module: deviceRule,
    planted: ({ openingRule }) => ({ openingRule: (facts: object) => openingRule?.({ ...facts, clock: 0 }) }),
    rule: 'afterDeadline',
  },
  {
    fault: 'a panel sends a deadline on its own clock',
    module: '../../../src/machines/parts/server-now.ts',
    planted: () => ({ serverNow: (actor: { clock: { now(): number } }) => actor.clock.now() }),
    rule: 'afterDeadline',
  },
  {
    fault: 'a device opens twice for a key',
    module: deviceRule,
    planted: ({ openingRule }) => ({ openingRule: (facts: object) => openingRule?.({ ...facts, wasDone: false }) }),
    rule: 'twice',
  },
  {
    fault: 'the server reads the refusal of a device as an opening',
    module: deviceTalk,
    planted: withTalk((next) => ('failure' in next && !next.failure.isUnsent ? { heard: {} } : next)),
    rule: 'falselyOpened',
  },
  {
    fault: 'the server reports a lost answer as a refusal',
    module: '../../../backend/devices/device-openings.ts',
    planted: ({ outcomeOf }) => ({
      outcomeOf: (refusal: unknown) => (outcomeOf?.(refusal) === 'unsent' ? 'unsent' : 'refused'),
    }),
    rule: 'falselyClosed',
  },
]

/** Replaces what the server concludes from a line of the device. `now`: the time on the clock of `until`. */
function withTalk(
  change: (next: ReturnType<DeviceTalk['hear']>, ask: { until: number }, line: string, now: number) => object,
) {
  return (original: Original) => ({
    deviceTalk: (ask: DeviceAsk & { op: 'open' }, wordCode: string, time: () => number) => {
      const talk: DeviceTalk = original.deviceTalk?.(ask, wordCode, time)
      return { ...talk, hear: (line: string) => change(talk.hear(line), ask, line, time()) }
    },
  })
}

/** The findings of 800 presses, with the modules as they are now. */
async function pressed(): Promise<OpeningFindings[]> {
  const { pressedGate } = await import('../../bench/openings/opening-world.ts')
  return Promise.all(Array.from({ length: 40 }, (_, seed) => pressedGate(seed, 20)))
}

function total(findings: readonly OpeningFindings[], rule: Rule | 'interrupted'): number {
  return findings.reduce((sum, each) => sum + each[rule], 0)
}

describe('a fault that is planted in the opening of gates is found (OPEN-3)', () => {
  beforeEach(() => {
    vi.resetModules()
  })
  afterEach(() => {
    for (const { module } of faults) vi.doUnmock(module)
    vi.resetModules()
  })

  test('without a fault, nothing is found, and restarts of the server interrupt presses', async () => {
    const findings = await pressed()
    for (const { rule } of faults) expect(total(findings, rule)).toBe(0)
    expect(total(findings, 'interrupted')).toBeGreaterThan(0)
  })

  test.each(faults)('$fault', async ({ module, planted, rule }) => {
    vi.doMock(module, async (importOriginal) => {
      const original = await importOriginal<Original>()
      return { ...original, ...planted(original) }
    })
    expect(total(await pressed(), rule)).toBeGreaterThan(0)
  })
})

import { expect, test } from 'vitest'
import { pressedGate } from '../../bench/openings/opening-world.ts'

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

test.each(seeds)(
  'seed %i: no gate opens after the deadline or twice, and no press has a false end, with loss, delay, duplicates, restarts and wrong clocks (OPEN-3)',
  async (seed) => {
    const { presses, shown, opened, interrupted: _, ...faults } = await pressedGate(seed, 20)
    expect(faults).toEqual({ afterDeadline: 0, twice: 0, falselyOpened: 0, falselyClosed: 0 })
    expect(presses).toBe(20)
    expect(shown.opened).toBeGreaterThan(0)
    expect(opened).toBeGreaterThanOrEqual(shown.opened)
    expect(shown.opened + shown.refused + shown.unsent + shown.unknown).toBe(presses)
  },
)

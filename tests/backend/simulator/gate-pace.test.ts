import { expect, it } from 'vitest'
import { gatePaces } from '../../../backend/simulator/gate-pace.ts'

it('simulated gate events occur only with demo or large seed data', () => {
  expect(gatePaces.none).toBeUndefined()
  for (const seed of ['demo', 'large'] as const)
    expect(gatePaces[seed]?.shortestMs).toBeLessThan(gatePaces[seed]?.longestMs ?? 0)
})

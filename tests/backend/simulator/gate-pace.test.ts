import { beforeEach, expect, it, vi } from 'vitest'
import { startGatePace } from '../../../backend/simulator/gate-pace.ts'
import { startTestBackend } from '../parts/embedded-backend.ts'

vi.mock('../../../backend/simulator/gate-pace.ts', async (original) => ({
  ...(await original<object>()),
  startGatePace: vi.fn(async () => async () => {}),
}))

beforeEach(() => vi.mocked(startGatePace).mockClear())

it.each([
  ['demo', 1],
  ['none', 0],
] as const)('gates invent events only with demonstration data (seed %s)', async (seed, starts) => {
  const backend = await startTestBackend({ seed, humanPace: true })
  await backend.close()
  expect(startGatePace).toHaveBeenCalledTimes(starts)
})

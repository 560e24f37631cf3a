import { expect, test } from 'vitest'
import { type FirstStep, nextStep } from '../../../src/ui/first-steps/next-step.ts'

const never = { lastContactAt: null }
const before = { lastContactAt: '2026-03-02T09:00:00.000Z' }

test.each<[string, Parameters<typeof nextStep>[0], FirstStep | null]>([
  ['no count is known yet', { condominiumCount: null, devices: null, offline: [] }, null],
  ['there is no condominium', { condominiumCount: 0, devices: null, offline: [] }, 'condominium'],
  ['devices are not counted yet', { condominiumCount: 1, devices: null, offline: [] }, null],
  ['there is only a condominium', { condominiumCount: 1, devices: { total: 0, online: 0 }, offline: [] }, 'devices'],
  ['no device ever answered', { condominiumCount: 1, devices: { total: 1, online: 0 }, offline: [never] }, 'test'],
  ['one device answers', { condominiumCount: 1, devices: { total: 2, online: 1 }, offline: [never] }, null],
  [
    'all devices are offline',
    { condominiumCount: 1, devices: { total: 2, online: 0 }, offline: [never, before] },
    null,
  ],
  [
    'not all offline devices are named',
    { condominiumCount: 1, devices: { total: 2, online: 0 }, offline: [never] },
    null,
  ],
])('if %s (%j), the next step is %s', (_, known, step) => {
  expect(nextStep(known)).toBe(step)
})

import { expect, test } from 'vitest'
import { type FirstStep, nextStep } from '../../../src/ui/first-steps/next-step.ts'

const never = { lastContactAt: null }
const before = { lastContactAt: '2026-03-02T09:00:00.000Z' }

test.each<[string, Parameters<typeof nextStep>[0], FirstStep | null]>([
  ['nobody has told yet', { condominiumCount: null, devices: null, offline: [] }, null],
  ['nothing is there', { condominiumCount: 0, devices: null, offline: [] }, 'condominium'],
  ['devices are not counted yet', { condominiumCount: 1, devices: null, offline: [] }, null],
  ['there is a condominium alone', { condominiumCount: 1, devices: { total: 0, online: 0 }, offline: [] }, 'devices'],
  ['no device ever answered', { condominiumCount: 1, devices: { total: 1, online: 0 }, offline: [never] }, 'test'],
  ['one answers', { condominiumCount: 1, devices: { total: 2, online: 1 }, offline: [never] }, null],
  ['all are away', { condominiumCount: 1, devices: { total: 2, online: 0 }, offline: [never, before] }, null],
  ['not all are named', { condominiumCount: 1, devices: { total: 2, online: 0 }, offline: [never] }, null],
])('where %s the next step of %j is %s', (_, known, step) => {
  expect(nextStep(known)).toBe(step)
})

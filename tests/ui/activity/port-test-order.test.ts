import { expect, test } from 'vitest'
import { inPortTestOrder } from '../../../src/ui/activity/port-test-order.ts'

const portTest = (ip: string, success: boolean, port = 80) => ({ ip, success, port, latencyMs: null, checkedAt: null })

test('port tests are sorted by failures first, then by numeric address, then by port', () => {
  const ordered = inPortTestOrder([
    portTest('10.0.0.10', true),
    portTest('10.0.0.9', true, 443),
    portTest('10.0.0.200', false),
    portTest('10.0.0.9', true, 80),
  ])
  expect(ordered.map(({ ip, port }) => `${ip}:${port}`)).toEqual([
    '10.0.0.200:80',
    '10.0.0.9:80',
    '10.0.0.9:443',
    '10.0.0.10:80',
  ])
})

import { describe, expect, test } from 'vitest'
import { createClientMetrics } from '../../../src/services/health/client-metrics.ts'
import { browserMemoryUsage } from '../../../src/services/health/memory-usage.ts'

describe('the counts of this page (HEA-3)', () => {
  test('start at zero', () => {
    expect(createClientMetrics(() => 7).read(null)).toEqual({
      totalRequests: 0,
      successfulRequests: 0,
      failedRequests: 0,
      averageResponseTime: 0,
      lastCleanup: null,
      memoryUsage: null,
    })
  })

  test('include the calls, the clean-ups and the memory', () => {
    const metrics = createClientMetrics(() => 7)
    metrics.record(10, true)
    metrics.record(20, false)
    metrics.record(60, true)
    metrics.noteCleanup()
    expect(metrics.read(1024)).toEqual({
      totalRequests: 3,
      successfulRequests: 2,
      failedRequests: 1,
      averageResponseTime: 30,
      lastCleanup: 7,
      memoryUsage: 1024,
    })
  })
})

describe('the memory of this page', () => {
  test('is read from the getters of Chromium', () => {
    class Memory {
      get usedJSHeapSize() {
        return 2048
      }
    }
    class Chromium {
      get memory() {
        return new Memory()
      }
    }
    expect(browserMemoryUsage(new Chromium())).toBe(2048)
  })

  test.each<[unknown]>([[{}], [undefined], [{ memory: null }], [{ memory: { usedJSHeapSize: 'much' } }]])(
    'is unknown from %j',
    (source) => {
      expect(browserMemoryUsage(source)).toBeNull()
    },
  )

  test('is unknown in other browsers', () => {
    expect(browserMemoryUsage()).toBeNull()
  })
})

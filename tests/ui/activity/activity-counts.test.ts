import { expect, test } from 'vitest'
import { activityCounts } from '../../../src/ui/activity/activity-counts.ts'

test('active and inactive condominiums are counted once both the list and the activity are known', () => {
  expect(activityCounts(1_200, 5)).toEqual({ all: '1.200', active: '5', inactive: '1.195' })
})

test('unknown counts are empty, not zero (LIVE-1)', () => {
  expect(activityCounts(null, 0)).toEqual({ all: '', active: '', inactive: '' })
  expect(activityCounts(3, null)).toEqual({ all: '3', active: '', inactive: '' })
  expect(activityCounts(0, 0)).toEqual({ all: '0', active: '0', inactive: '0' })
})

import { expect, test } from 'vitest'
import { isLateCode } from '../../../src/ui/error/late-code.ts'

test.each([
  'Failed to fetch dynamically imported module: http://guarita/assets/devices-page-x.js',
  'error loading dynamically imported module: http://guarita/assets/devices-page-x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/devices-page-x.css',
])('isLateCode recognizes a failed load of code: %s (LIVE-8)', (message) => {
  expect(isLateCode(new TypeError(message))).toBe(true)
})

test.each([new TypeError('Cannot read properties of null'), 'Failed to fetch', null])(
  'isLateCode refuses %s',
  (error) => {
    expect(isLateCode(error)).toBe(false)
  },
)

import { expect, test } from 'vitest'
import { isLateCode } from '../../../src/ui/error/late-code.ts'

test.each([
  'Failed to fetch dynamically imported module: http://guarita/assets/devices-page-x.js',
  'error loading dynamically imported module: http://guarita/assets/devices-page-x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/devices-page-x.css',
])('a part of the panel that did not come is told from a fault: %s (LIVE-8)', (message) => {
  expect(isLateCode(new TypeError(message))).toBe(true)
})

test.each([new TypeError('Cannot read properties of null'), 'Failed to fetch', null])(
  '%s is something else',
  (error) => {
    expect(isLateCode(error)).toBe(false)
  },
)

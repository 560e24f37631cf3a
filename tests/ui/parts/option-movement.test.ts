import { expect, test } from 'vitest'
import { movedOption } from '../../../src/ui/parts/lists/option-movement.ts'

test('the arrow keys wrap around at the ends (CON-3)', () => {
  expect(movedOption('ArrowDown', -1, 3)).toBe(0)
  expect(movedOption('ArrowDown', 2, 3)).toBe(0)
  expect(movedOption('ArrowUp', 0, 3)).toBe(2)
  expect(movedOption('ArrowUp', -1, 3)).toBe(2)
})

test('PageUp and PageDown stop at the ends', () => {
  expect(movedOption('PageDown', -1, 100)).toBe(10)
  expect(movedOption('PageDown', 95, 100)).toBe(99)
  expect(movedOption('PageUp', 4, 100)).toBe(0)
})

test('Home and End move to the first and the last option', () => {
  expect(movedOption('Home', 5, 100)).toBe(0)
  expect(movedOption('End', 5, 100)).toBe(99)
})

test('other keys do not move, and no key moves in an empty list', () => {
  expect(movedOption('a', 1, 3)).toBeNull()
  expect(movedOption('ArrowDown', -1, 0)).toBeNull()
})

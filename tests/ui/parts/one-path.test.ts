import { expect, test } from 'vitest'
import { onePath } from '../../../src/ui/parts/one-path.ts'

test('shapes follow one another in one path, each from its own place', () => {
  const path = onePath([
    ['path', { d: 'm9 18 6-6' }],
    ['line', { x1: '12', x2: '12.01', y1: '18', y2: '18' }],
  ])
  expect(path).toBe('M0 0m9 18 6-6M12 18L12.01 18')
})

test('a circle is four quarters, a box four corners', () => {
  const circle = onePath([['circle', { cx: '12', cy: '7', r: '4' }]])
  expect(circle).toBe('M12 3h0a4 4 0 0 1 4 4v0a4 4 0 0 1 -4 4h0a4 4 0 0 1 -4 -4v0a4 4 0 0 1 4 -4z')
  const box = onePath([['rect', { x: '3', y: '5', width: '8', height: '6', rx: '1' }]])
  expect(box).toBe('M4 5h6a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z')
})

test('a shape that it does not know is no icon without it', () => {
  expect(() => onePath([['ellipse', { rx: '2' }]])).toThrow('no path for <ellipse>')
})

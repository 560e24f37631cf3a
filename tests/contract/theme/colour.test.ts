import { describe, expect, test } from 'vitest'
import { black, contrast, cssOf, inkOn, over, parseColour, readableOn, white } from '../../../contract/theme/colour.ts'

describe('a colour (spec §5)', () => {
  test.each([
    ['#fff', { red: 255, green: 255, blue: 255, alpha: 1 }],
    ['#0162e8', { red: 1, green: 98, blue: 232, alpha: 1 }],
    ['#0162E8', { red: 1, green: 98, blue: 232, alpha: 1 }],
    ['#f008', { red: 255, green: 0, blue: 0, alpha: 136 / 255 }],
    ['#ff000000', { red: 255, green: 0, blue: 0, alpha: 0 }],
  ])('parses %s', (text, colour) => {
    expect(parseColour(text)).toEqual(colour)
  })

  test.each([
    [''],
    ['#'],
    ['fff'],
    ['#ff'],
    ['#fffff'],
    ['#fffffff'],
    ['#fffffffff'],
    ['#ggg'],
    ['red'],
    [' #fff'],
    ['#fff\n'],
    ['rgb(0 0 0)'],
  ])('%j is invalid', (text) => {
    expect(parseColour(text)).toBeNull()
  })

  test.each([[0], [0.5], [1]])('can have an alpha of %d', (alpha) => {
    expect(parseColour('#000', alpha)?.alpha).toBe(alpha)
  })

  test.each([[-0.01], [1.01], [Number.NaN], [Number.POSITIVE_INFINITY]])('is invalid with an alpha of %d', (alpha) => {
    expect(parseColour('#000', alpha)).toBeNull()
  })

  test.each([[undefined], [null], ['0.5']])('is opaque if alpha is not a number: %j', (alpha) => {
    expect(parseColour('#000', alpha)?.alpha).toBe(1)
  })
})

test('cssOf writes a colour as CSS', () => {
  expect(cssOf({ red: 1, green: 98, blue: 232, alpha: 1 })).toBe('#0162e8')
  expect(cssOf({ red: 1, green: 98, blue: 232, alpha: 0.3 })).toBe('rgb(1 98 232 / 0.3)')
})

test('contrast follows the formula of WCAG', () => {
  expect(contrast(black, white)).toBe(21)
  expect(contrast(white, white)).toBe(1)
  expect(contrast({ red: 119, green: 119, blue: 119, alpha: 1 }, white)).toBeCloseTo(4.48, 2)
})

test('over mixes a translucent colour with its background', () => {
  expect(over({ ...black, alpha: 0.5 }, white)).toEqual({ red: 128, green: 128, blue: 128, alpha: 1 })
})

test('inkOn chooses black or white by contrast', () => {
  expect(inkOn({ red: 1, green: 98, blue: 232, alpha: 1 })).toBe(white)
  expect(inkOn({ red: 255, green: 235, blue: 59, alpha: 1 })).toBe(black)
})

test('readableOn keeps a colour with enough contrast', () => {
  const blue = { red: 1, green: 86, blue: 204, alpha: 1 }
  expect(readableOn(blue, [white], black)).toEqual(blue)
})

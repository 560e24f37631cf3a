import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Colour, contrast, parseColour } from '../../../contract/theme/colour.ts'
import { paletteOf } from '../../../contract/theme/theme-palette.ts'
import type { ThemeMode } from '../../../contract/theme/theme-table.ts'

const seed = 20261121
const modes: ThemeMode[] = ['light', 'dark', 'transparent', 'bgImg1']
const anyColour = array(constantFrom(...'0123456789abcdef'), { minLength: 6, maxLength: 6 }).map(
  (digits) => `#${digits.join('')}`,
)

function read(variables: Record<string, string>, name: string): Colour {
  const colour = parseColour(variables[name] ?? '')
  if (colour === null) throw new Error(`${name} is ${variables[name]}`)
  return colour
}

/** Throws without `expect`: 100,000 calls of `expect` would take several times as long as the contrasts. */
function expectReadable(variables: Record<string, string>, text: string, grounds: readonly (string | Colour)[]): void {
  const ink = read(variables, text)
  for (const ground of grounds) {
    const colour = typeof ground === 'string' ? read(variables, ground) : ground
    const name = typeof ground === 'string' ? ground : 'the theme'
    const found = contrast(ink, colour)
    if (!(found >= 4.5)) throw new Error(`${text} on ${name}: ${found}, less than 4.5`)
  }
}

function opaque(...hexes: string[]): Colour[] {
  return hexes.flatMap((hex) => parseColour(hex) ?? [])
}

describe('for any primary colour', () => {
  test.each(modes)('text on the colour and text in the colour is readable in %s (THM-5)', (mode) => {
    assert(
      property(anyColour, (primary) => {
        const { variables } = paletteOf(mode, { primary, background: null })
        expectReadable(variables, '--on-primary', ['--primary', '--primary-hover', '--primary-active'])
        expectReadable(variables, '--primary-text-on-light', [
          '--primary-tint-on-light',
          ...opaque('#ffffff', '#f2f5fa', '#f6f8fc'),
        ])
        expectReadable(variables, '--primary-text-on-dark', [
          '--primary-tint-on-dark',
          ...opaque('#1b243b', '#141b2d', '#182036', '#212c47'),
        ])
      }),
      { seed, numRuns: 500, examples: [['#000000'], ['#ffffff'], ['#808080'], ['#767676'], ['#777777'], ['#ffff00']] },
    )
  })

  test('soft text is readable on a tint of the colour', () => {
    assert(
      property(anyColour, (primary) => {
        const { variables } = paletteOf('light', { primary, background: null })
        const [softOnLight, softOnDark] = opaque('#50607c', '#a9b6d0')
        const tints = [read(variables, '--primary-tint-on-light'), read(variables, '--primary-tint-on-dark')] as const
        expect(contrast(softOnLight as Colour, tints[0])).toBeGreaterThanOrEqual(4.5)
        expect(contrast(softOnDark as Colour, tints[1])).toBeGreaterThanOrEqual(4.5)
      }),
      { seed, numRuns: 500 },
    )
  })
})

test('everything is readable on any background colour', () => {
  assert(
    property(anyColour, anyColour, (background, primary) => {
      const { variables } = paletteOf('transparent', { primary, background })
      const grounds = ['--page', '--surface', '--surface-raised', '--surface-sunken', '--menu', '--header']
      for (const text of ['--text', '--text-soft', '--brand-text', '--ok', '--bad', '--warn'])
        expectReadable(variables, text, grounds)
      for (const name of ['ok', 'bad', 'warn']) {
        expectReadable(variables, `--${name}`, [`--${name}-tint`])
        expectReadable(variables, '--text', [`--${name}-tint`])
      }
      expectReadable(variables, '--brand-text', ['--brand-tint'])
      expectReadable(variables, '--text-soft', ['--brand-tint'])
    }),
    {
      seed,
      numRuns: 2_000,
      examples: [
        ['#808080', '#808080'],
        ['#777777', '#ffffff'],
        ['#757575', '#000000'],
      ],
    },
  )
})

test('a light background makes a light theme, and a dark background a dark theme', () => {
  expect(paletteOf('transparent', { primary: null, background: '#f0e68c' }).scheme).toBe('light')
  expect(paletteOf('transparent', { primary: null, background: null }).scheme).toBe('dark')
})

test('a translucent primary colour is replaced by the visible colour', () => {
  const { variables } = paletteOf('light', { primary: '#0000', background: null })
  expect(variables['--primary']).toBe('#ffffff')
  expect(variables['--on-primary']).toBe('#000000')
})

test('without chosen colours the stylesheet sets all variables', () => {
  expect(paletteOf('light', { primary: null, background: null })).toEqual({ scheme: 'light', variables: {} })
  expect(paletteOf('systemDark', { primary: null, background: null })).toEqual({ scheme: 'dark', variables: {} })
})

test('the palette has every tint of the specification (spec §9)', () => {
  const { variables } = paletteOf('light', { primary: '#0162e8', background: null })
  expect(['10', '20', '30', '50', '80'].map((share) => variables[`--primary-tint-${share}`])).toEqual([
    'rgb(1 98 232 / 0.1)',
    'rgb(1 98 232 / 0.2)',
    'rgb(1 98 232 / 0.3)',
    'rgb(1 98 232 / 0.5)',
    'rgb(1 98 232 / 0.8)',
  ])
})

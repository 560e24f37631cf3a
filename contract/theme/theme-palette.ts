import { black, type Colour, contrast, cssOf, inkOn, mixed, over, parseColour, readableOn, white } from './colour.ts'
import { defaultColours, type ThemeColours, type ThemeMode } from './theme-table.ts'

/** The appearance of the page: Bootstrap's theme, and the variables on `<html>`. */
export interface Palette {
  scheme: 'light' | 'dark'
  variables: Record<string, string>
}

/** Copied from `tokens.css`: the text grounds of the light and the dark theme, and their muted text. */
const grounds = {
  light: { surface: '#ffffff', others: ['#f2f5fa', '#f6f8fc'], soft: '#50607c' },
  dark: { surface: '#1b243b', others: ['#141b2d', '#182036', '#212c47'], soft: '#a9b6d0' },
} as const

const meanings = {
  light: { ok: '#0b7542', bad: '#bd2233', warn: '#875800' },
  dark: { ok: '#56d393', bad: '#ff919b', warn: '#f0c466' },
} as const

/** The lightest colour in any background picture. */
const lightestPicture = colour('#464646')
const tintShares = [0.3, 0.25, 0.2, 0.15, 0.1, 0.05]
/** THM-5: the opacities of the specification's tints. */
const opacities = [0.1, 0.2, 0.3, 0.5, 0.8]

/**
 * Derives colours with enough contrast from any choice: text on the primary colour is black or white; the primary
 * colour as text moves towards the ink until it is readable; the background decides the ink (THM-5).
 */
export function paletteOf(mode: ThemeMode, { primary, background }: ThemeColours): Palette {
  const picked = primary === null ? null : parseColour(primary)
  if (mode === 'transparent') {
    const ground = over(colour(background ?? defaultColours.background), white)
    const main = over(picked ?? colour(defaultColours.primary), ground)
    return {
      scheme: inkOn(ground) === white ? 'dark' : 'light',
      variables: { ...primaryVariables(main), ...backgroundVariables(ground, main) },
    }
  }
  const scheme = mode === 'light' || mode === 'systemLight' ? 'light' : 'dark'
  if (picked === null) return { scheme, variables: {} }
  const main = over(picked, colour(grounds[scheme].surface))
  return { scheme, variables: primaryVariables(main, mode.startsWith('bgImg') ? [lightestPicture] : []) }
}

function primaryVariables(main: Colour, besides: readonly Colour[] = []): Record<string, string> {
  const ink = inkOn(main)
  const away = ink === white ? black : white
  return {
    '--primary': cssOf(main),
    '--primary-hover': cssOf(mixed(main, away, 0.15)),
    '--primary-active': cssOf(mixed(main, away, 0.3)),
    '--on-primary': cssOf(ink),
    '--bs-primary-rgb': [main.red, main.green, main.blue].join(', '),
    ...Object.fromEntries(
      opacities.map((opacity) => [`--primary-tint-${opacity * 100}`, cssOf({ ...main, alpha: opacity })]),
    ),
    ...asText('light', main, black, besides),
    ...asText('dark', main, white, besides),
  }
}

function asText(scheme: 'light' | 'dark', main: Colour, ink: Colour, besides: readonly Colour[]) {
  const { surface, others, soft } = grounds[scheme]
  const tint = tintOf(main, colour(surface), colour(soft))
  return {
    [`--primary-tint-on-${scheme}`]: cssOf(tint),
    [`--primary-text-on-${scheme}`]: cssOf(
      readableOn(main, [colour(surface), ...others.map(colour), tint, ...besides], ink),
    ),
  }
}

function backgroundVariables(ground: Colour, main: Colour): Record<string, string> {
  const ink = inkOn(ground)
  const away = ink === white ? black : white
  // Surfaces move towards the ink if enough contrast remains, otherwise away from the ink.
  const raisedBy = (share: number) => {
    const towards = mixed(ground, ink, share)
    return contrast(ink, towards) >= 9 ? towards : mixed(ground, away, share * 2)
  }
  const surface = raisedBy(0.06)
  const all = [ground, surface, raisedBy(0.1), raisedBy(0.03)]
  const text = readableOn(mixed(ink, ground, 0.08), all, ink)
  const soft = readableOn(mixed(ink, ground, 0.3), all, ink)
  const tint = tintOf(main, surface, soft)
  const base = meanings[ink === white ? 'dark' : 'light']
  return {
    '--page': cssOf(ground),
    '--surface': cssOf(surface),
    '--surface-raised': cssOf(raisedBy(0.1)),
    '--surface-sunken': cssOf(raisedBy(0.03)),
    '--menu': cssOf(raisedBy(0.03)),
    '--header': cssOf(raisedBy(0.03)),
    '--line': cssOf(mixed(surface, ink, 0.16)),
    '--line-field': cssOf(soft),
    '--text': cssOf(text),
    '--text-soft': cssOf(soft),
    '--brand-text': cssOf(readableOn(main, [...all, tint], ink)),
    '--brand-tint': cssOf(tint),
    ...withMeaning('ok', colour(base.ok), { surface, all, text, ink }),
    ...withMeaning('bad', colour(base.bad), { surface, all, text, ink }),
    ...withMeaning('warn', colour(base.warn), { surface, all, text, ink }),
  }
}

function withMeaning(
  name: string,
  main: Colour,
  { surface, all, text, ink }: { surface: Colour; all: readonly Colour[]; text: Colour; ink: Colour },
) {
  const tint = tintOf(main, surface, text)
  return { [`--${name}`]: cssOf(readableOn(main, [...all, tint], ink)), [`--${name}-tint`]: cssOf(tint) }
}

function tintOf(main: Colour, surface: Colour, text: Colour): Colour {
  const tints = tintShares.map((share) => mixed(surface, main, share))
  return tints.find((tint) => contrast(text, tint) >= 4.6) ?? surface
}

function colour(hex: string): Colour {
  return parseColour(hex) ?? black
}

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Colour {
  red: number
  green: number
  blue: number
  alpha: number
}

export const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 }
export const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 }

/** WCAG 2.2 AA for text. */
const readableContrast = 4.5
const hexColour = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/**
 * Parses `#` with 3, 4, 6 or 8 hex digits; null for other texts and for an `alpha` outside 0 to 1. An alpha in the
 * digits is multiplied with `alpha` (spec §5, THM-5).
 */
export function parseColour(text: string, alpha: unknown = 1): Colour | null {
  if (!hexColour.test(text)) return null
  if (typeof alpha === 'number' && !(alpha >= 0 && alpha <= 1)) return null
  const digits = text.slice(1)
  const pairs = digits.length <= 4 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0, own = 255] = pairs.map((pair) => Number.parseInt(pair, 16))
  return { red, green, blue, alpha: (own / 255) * (typeof alpha === 'number' ? alpha : 1) }
}

/** `#rrggbb`, or `rgb(r g b / a)` if the colour is translucent. */
export function cssOf({ red, green, blue, alpha }: Colour): string {
  const channels = [red, green, blue]
  if (alpha < 1) return `rgb(${channels.join(' ')} / ${alpha})`
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Mixes `share` (0 to 1) of `other` into `colour`, rounded to whole channels as CSS paints them; both opaque. */
export function mixed(colour: Colour, other: Colour, share: number): Colour {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share)
  return {
    red: between(colour.red, other.red),
    green: between(colour.green, other.green),
    blue: between(colour.blue, other.blue),
    alpha: 1,
  }
}

/** The visible colour of `colour` on an opaque ground. */
export function over(colour: Colour, ground: Colour): Colour {
  return mixed(ground, colour, colour.alpha)
}

/** Contrast ratio from 1 to 21 (WCAG); both colours opaque. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Black or white, whichever has more contrast: always at least 4.5. */
export function inkOn(ground: Colour): Colour {
  return contrast(white, ground) >= readableContrast || contrast(white, ground) >= contrast(black, ground)
    ? white
    : black
}

/** Moves the colour towards `ink` in small steps until its text is readable on each of `grounds`. */
export function readableOn(colour: Colour, grounds: readonly Colour[], ink: Colour): Colour {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixed(colour, ink, share)
    if (grounds.every((ground) => contrast(candidate, ground) >= readableContrast)) return candidate
  }
  return ink
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance({ red, green, blue }: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

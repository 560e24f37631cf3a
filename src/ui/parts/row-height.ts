const rowHeightRem = { comfortable: 3.5, compact: 2.75 }
/** It tells more than others, and where it is narrow needs two lines all the same. */
const deviceRowHeightRem = { comfortable: 4.75, compact: 2.75, compactNarrow: 3.5 }
const sheetRowHeightRem = { wide: 3, narrow: 13, problem: 8 }
/** From here on the cells of a spreadsheet's row stand beside each other. */
const wide = '(min-width: 992px)'
/** From here on the parts of a device's row stand beside each other. */
const medium = '(min-width: 768px)'

/** How dense the person wants long lists to be. */
type Density = 'comfortable' | 'compact'

/** Pixels of a row in a virtual list; it grows with the text size that the person has set. */
export function rowHeight(density: Density): number {
  return pixelsOf(rowHeightRem[density])
}

/** Pixels of a device's row, which tells more. */
export function deviceRowHeight(density: Density): number {
  const isNarrow = density === 'compact' && !matchMedia(medium).matches
  return pixelsOf(deviceRowHeightRem[isNarrow ? 'compactNarrow' : density])
}

/** At least the pixels of a spreadsheet's row, without and with problems; it is as high as its cells want. */
export function sheetRowHeight(): { sound: number; faulty: number } {
  const rem = matchMedia(wide).matches ? sheetRowHeightRem.wide : sheetRowHeightRem.narrow
  return { sound: pixelsOf(rem), faulty: pixelsOf(rem + sheetRowHeightRem.problem) }
}

function pixelsOf(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

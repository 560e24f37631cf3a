const rowHeightRem = { comfortable: 3.5, compact: 2.75 }
/** A device tells more than others. */
const deviceRowHeightRem = { comfortable: 4.75, compact: 2.75 }
/** Where it is narrow a record's row needs two lines all the same. */
const narrowRowHeightRem = { comfortable: 4.75, compact: 3.5 }
const sheetRowHeightRem = { wide: 3, narrow: 13, problem: 8 }
/** From here on the cells of a spreadsheet's row stand beside each other. */
const wide = '(min-width: 992px)'
/** From here on the parts of a record's row stand beside each other. */
const medium = '(min-width: 768px)'

/** How dense the person wants long lists to be. */
type Density = 'comfortable' | 'compact'

/** Pixels of a row in a virtual list; it grows with the text size that the person has set. */
export function rowHeight(density: Density): number {
  return pixelsOf(rowHeightRem[density])
}

/** Pixels of a device's row, which tells more. */
export function deviceRowHeight(density: Density): number {
  return pixelsOf((isNarrow() ? narrowRowHeightRem : deviceRowHeightRem)[density])
}

/** Pixels of a condominium's row, whose name may need two lines. */
export function condominiumRowHeight(density: Density): number {
  return pixelsOf((isNarrow() ? narrowRowHeightRem : rowHeightRem)[density])
}

/** At least the pixels of a spreadsheet's row, without and with problems; it is as high as its cells want. */
export function sheetRowHeight(): { sound: number; faulty: number } {
  const rem = matchMedia(wide).matches ? sheetRowHeightRem.wide : sheetRowHeightRem.narrow
  return { sound: pixelsOf(rem), faulty: pixelsOf(rem + sheetRowHeightRem.problem) }
}

function isNarrow(): boolean {
  return !matchMedia(medium).matches
}

function pixelsOf(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

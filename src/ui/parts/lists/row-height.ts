const rowHeightRem = { comfortable: 3.5, compact: 2.75 }
/** Rows of devices have more text than others. */
const deviceRowHeightRem = { comfortable: 4.75, compact: 2.75 }
/** In narrow windows a row of a record needs two lines in both densities. */
const narrowRowHeightRem = { comfortable: 4.75, compact: 3.5 }
const sheetRowHeightRem = { wide: 3, narrow: 13, problem: 8 }
/** Minimum width for the cells of a spreadsheet's row side by side. */
const wide = '(min-width: 992px)'
/** Minimum width for the parts of a record's row side by side. */
const medium = '(min-width: 768px)'

type Density = 'comfortable' | 'compact'

/** Height in pixels of a row in a virtual list; increases with the person's text size. */
export function rowHeight(density: Density): number {
  return pixelsOf(rowHeightRem[density])
}

export function deviceRowHeight(density: Density): number {
  return pixelsOf((isNarrow() ? narrowRowHeightRem : deviceRowHeightRem)[density])
}

/** Height in pixels of a condominium's row; the name may need two lines. */
export function condominiumRowHeight(density: Density): number {
  return pixelsOf((isNarrow() ? narrowRowHeightRem : rowHeightRem)[density])
}

/**
 * Minimum height in pixels of a spreadsheet's row, without and with problems; the cells determine the actual height.
 */
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

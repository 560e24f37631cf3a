const rowHeightRem = 3.5
const deviceRowHeightRem = 4.75
const sheetRowHeightRem = { wide: 3, narrow: 13, problem: 8 }
/** From here on the cells of a spreadsheet's row stand beside each other. */
const wide = '(min-width: 992px)'

/** Pixels of a row in a virtual list; it grows with the text size that the person has set. */
export function rowHeight(): number {
  return pixelsOf(rowHeightRem)
}

/** Pixels of a device's row, which tells more. */
export function deviceRowHeight(): number {
  return pixelsOf(deviceRowHeightRem)
}

/** At least the pixels of a spreadsheet's row, without and with problems; it is as high as its cells want. */
export function sheetRowHeight(): { sound: number; faulty: number } {
  const rem = matchMedia(wide).matches ? sheetRowHeightRem.wide : sheetRowHeightRem.narrow
  return { sound: pixelsOf(rem), faulty: pixelsOf(rem + sheetRowHeightRem.problem) }
}

function pixelsOf(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

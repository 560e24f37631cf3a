const rowHeightRem = 3.5
const deviceRowHeightRem = 4.75

/** Pixels of a row in a virtual list; it grows with the text size that the person has set. */
export function rowHeight(): number {
  return pixelsOf(rowHeightRem)
}

/** Pixels of a device's row, which tells more. */
export function deviceRowHeight(): number {
  return pixelsOf(deviceRowHeightRem)
}

function pixelsOf(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

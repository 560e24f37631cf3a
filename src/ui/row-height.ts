const rowHeightRem = 3.5

/** Pixels of a row in a virtual list; it grows with the text size that the person has set. */
export function rowHeight(): number {
  return rowHeightRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

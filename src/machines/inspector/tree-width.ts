/** Limits of the list of actors in pixels: names stay readable, and the chart keeps most of the page. */
export const treeWidths = { least: 208, most: 640, first: 320, step: 16 } as const

/** The nearest whole width within the limits; the default for NaN. */
export function treeWidthWithin(width: number): number {
  if (Number.isNaN(width)) return treeWidths.first
  return Math.round(Math.min(treeWidths.most, Math.max(treeWidths.least, width)))
}

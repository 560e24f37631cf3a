/** Pixels of the list of actors: names can be read, and the chart keeps most of the page. */
export const treeWidths = { least: 208, most: 640, first: 320, step: 16 } as const

/** The nearest whole width that the list of actors can have; the first one for what is no number. */
export function treeWidthWithin(width: number): number {
  if (Number.isNaN(width)) return treeWidths.first
  return Math.round(Math.min(treeWidths.most, Math.max(treeWidths.least, width)))
}

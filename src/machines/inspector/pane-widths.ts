/** A list beside the chart that can be resized. */
export type Pane = 'tree' | 'events'

/** Limits of the lists in pixels: names stay readable, and the chart keeps most of the page. */
export const paneWidths = {
  tree: { least: 176, most: 640, first: 256 },
  events: { least: 240, most: 960, first: 352 },
} as const satisfies Record<Pane, { least: number; most: number; first: number }>

/** Pixels of one press of an arrow key. */
export const widthStep = 16

/** The nearest whole width within the limits; the default for NaN. */
export function widthWithin(pane: Pane, width: number): number {
  const { least, most, first } = paneWidths[pane]
  return Number.isNaN(width) ? first : Math.round(Math.min(most, Math.max(least, width)))
}

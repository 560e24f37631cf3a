import type { Box, Point } from '../../../inspector/charts/drawn-chart.ts'

interface Size {
  width: number
  height: number
}

/** At this zoom the letters have 12 pixels, which is readable; only the person's own zoom makes them smaller. */
const readableZoom = 1
const widest = { least: 0.1, most: 3 }

export function clampedZoom(zoom: number): number {
  return Math.min(widest.most, Math.max(widest.least, zoom))
}

/** Largest zoom at which the whole drawing fits into the frame, at most 1. */
export function fittingZoom(drawing: Size, frame: Size): number {
  return clampedZoom(Math.min(1, frame.width / drawing.width, frame.height / drawing.height))
}

/** Shows the whole drawing if it is readable, else a readable part. */
export function firstView(drawing: Size, frame: Size): { zoom: number; isWhole: boolean } {
  return { zoom: readableZoom, isWhole: fittingZoom(drawing, frame) >= readableZoom }
}

/** Returns all boxes if they fit into the frame together, else the first. */
export function seenTogether(boxes: readonly Box[], zoom: number, frame: Size): readonly Box[] {
  const { width, height } = around(boxes)
  return width * zoom <= frame.width && height * zoom <= frame.height ? boxes : boxes.slice(0, 1)
}

type Side = 'start' | 'end'
export interface Corner {
  block: Side
  inline: Side
}

/**
 * Corner of the visible part in which a box of this size covers none of the other boxes.
 * @param wanted the corner that is preferred, and returned if the box covers something in all corners
 */
export function freeCorner(seen: Box, size: Size, others: readonly Box[], wanted: Corner): Corner {
  const turn = (side: Side): Side => (side === 'start' ? 'end' : 'start')
  const { block, inline } = wanted
  const corners = [wanted, { block, inline: turn(inline) }, { block: turn(block), inline }]
  const isFree = (corner: Corner) => {
    const x = corner.inline === 'start' ? seen.x : seen.x + seen.width - size.width
    const y = corner.block === 'start' ? seen.y : seen.y + seen.height - size.height
    return others.every(
      (other) =>
        other.x >= x + size.width ||
        other.x + other.width <= x ||
        other.y >= y + size.height ||
        other.y + other.height <= y,
    )
  }
  return corners.find(isFree) ?? wanted
}

/** Centre of all boxes; `0 0` if there are none. */
export function middleOf(boxes: readonly Box[]): Point {
  const { x, y, width, height } = around(boxes)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Bounding box of all boxes; empty at `0 0` if there are none. */
export function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

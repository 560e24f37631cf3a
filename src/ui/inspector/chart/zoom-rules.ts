import type { Box, Point } from '../../../inspector/charts/drawn-chart.ts'

interface Size {
  width: number
  height: number
}

/** Below it the words cannot be read without effort: letters of 12 pixels become smaller than 8. */
const readableZoom = 0.65
const widest = { least: 0.1, most: 3 }

export function clampedZoom(zoom: number): number {
  return Math.min(widest.most, Math.max(widest.least, zoom))
}

/** The largest at which all of a drawing is in the frame, at most its own size. */
export function fittingZoom(drawing: Size, frame: Size): number {
  return clampedZoom(Math.min(1, frame.width / drawing.width, frame.height / drawing.height))
}

/** All of it if that can be read, else a part. */
export function firstView(drawing: Size, frame: Size): { zoom: number; isWhole: boolean } {
  const zoom = fittingZoom(drawing, frame)
  return zoom >= readableZoom ? { zoom, isWhole: true } : { zoom: 0.8, isWhole: false }
}

/** The middle of boxes taken together; `0 0` where there are none. */
export function middleOf(boxes: readonly Box[]): Point {
  if (boxes.length === 0) return { x: 0, y: 0 }
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

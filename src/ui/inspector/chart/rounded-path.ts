import type { Point } from '../../../inspector/charts/drawn-chart.ts'

const radius = 6

/** Builds the `d` of an SVG path through the points, with rounded corners. */
export function roundedPath(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const before = points[index - 1]
      const after = points[index + 1]
      if (before === undefined) return `M${text(point)}`
      if (after === undefined) return `L${text(point)}`
      return `L${text(towards(point, before))}Q${text(point)} ${text(towards(point, after))}`
    })
    .join('')
}

function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length === 0) return from
  const share = Math.min(radius, length / 2) / length
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

function text({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}

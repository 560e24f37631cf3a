import { createRequire } from 'node:module'
import type { ELK, ELKConstructorArguments, ElkNode } from 'elkjs/lib/elk-api.js'
import type { ChartDescription } from '../../../src/inspector/charts/chart-description.ts'
import { layOutChart } from '../../../src/inspector/charts/chart-layout.ts'
import { type ChartPlaces, drawnChart } from '../../../src/inspector/charts/chart-places.ts'
import { type ChartPlan, planChart } from '../../../src/inspector/charts/chart-plan.ts'
import type { Box, DrawnChart, Point } from '../../../src/inspector/charts/drawn-chart.ts'

// The layout engine of the inspector, without its worker.
const Engine: new (args?: ELKConstructorArguments) => ELK = createRequire(import.meta.url)('elkjs/lib/elk.bundled.js')
const engine = new Engine()

export function layout(graph: ElkNode): Promise<ElkNode> {
  return engine.layout(graph)
}

/**
 * Lays out a chart as the inspector does.
 * @param places known positions of its parts; computed if omitted
 */
export async function laidOut(
  chart: ChartDescription,
  places?: ChartPlaces,
): Promise<{ plan: ChartPlan; drawn: DrawnChart }> {
  places ??= await layOutChart(chart, layout)
  const plan = planChart(chart, new Set(places.short))
  return { plan, drawn: drawnChart(plan, places) }
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.x + one.width > other.x + 1 &&
    other.x + other.width > one.x + 1 &&
    one.y + one.height > other.y + 1 &&
    other.y + other.height > one.y + 1
  )
}

export function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** Distance in pixels from a point to the border of a box. */
export function distanceToBorder({ x, y }: Point, box: Box): number {
  const outside = Math.hypot(
    Math.max(box.x - x, 0, x - box.x - box.width),
    Math.max(box.y - y, 0, y - box.y - box.height),
  )
  if (outside > 0) return outside
  return Math.min(x - box.x, box.x + box.width - x, y - box.y, box.y + box.height - y)
}

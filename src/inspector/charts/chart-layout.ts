import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import type { ChartDescription } from './chart-description.ts'
import type { ChartPlaces, Place, Way } from './chart-places.ts'
import { type ChartPlan, dotOf, hubOf, planChart, startOf } from './chart-plan.ts'
import type { Box, Point } from './drawn-chart.ts'
import { elkGraph, type Manner } from './elk-graph.ts'

/** Target aspect ratio of the drawing. */
const screen = { width: 16, height: 10 }

/** A longer arrow (horizontal plus vertical) has an end off screen when its label is readable. In pixels. */
export const longestArrow = 900

/**
 * Lays out a chart from left to right and from top to bottom, with parallel states in wide and in narrow packs, and
 * picks the layout that fits the screen best. Then repeats this with the too long arrows shortened. Rejects with the
 * engine's error if every layout fails.
 */
export async function layOutChart(
  chart: ChartDescription,
  layout: (graph: ElkNode) => Promise<ElkNode>,
): Promise<ChartPlaces> {
  const plan = planChart(chart)
  const { places: whole, manner } = await bestPlaces(plan, mannersFor(plan), layout)
  const short = plan.arrows.flatMap(({ id }, index) => (reach(whole.arrows[index]?.way ?? []) > longestArrow ? id : []))
  if (short.length === 0) return whole
  const { places } = await bestPlaces(planChart(chart, new Set(short)), [manner], layout)
  return { ...places, short }
}

function mannersFor({ states }: ChartPlan): Manner[] {
  const ratios = states.some(({ state }) => state.kind === 'parallel') ? [1.3, 1.7] : [1.7]
  return ratios.flatMap((aspectRatio): Manner[] => [
    { direction: 'RIGHT', aspectRatio },
    { direction: 'DOWN', aspectRatio },
  ])
}

async function bestPlaces(
  plan: ChartPlan,
  manners: readonly Manner[],
  layout: (graph: ElkNode) => Promise<ElkNode>,
): Promise<{ places: ChartPlaces; manner: Manner }> {
  const tries = await Promise.allSettled(
    manners.map(async (manner) => ({ manner, places: placesOf(plan, await layout(elkGraph(plan, manner))) })),
  )
  const [best] = tries
    .flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    .toSorted((one, other) => room(one.places) - room(other.places))
  if (best !== undefined) return best
  throw tries.find((each) => each.status === 'rejected')?.reason
}

function room({ width, height }: ChartPlaces): number {
  return Math.max(width / screen.width, height / screen.height)
}

function reach(way: Way): number {
  const [xs, ys] = [way.filter((_, index) => index % 2 === 0), way.filter((_, index) => index % 2 === 1)]
  return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys)
}

function placesOf(plan: ChartPlan, laidOut: ElkNode): ChartPlaces {
  const boxes = boxesOf(laidOut)
  const edges = new Map(edgesOf(laidOut).map((edge) => [edge.id, edge]))
  const boxOf = (id: string): Box => {
    const box = boxes.get(id)
    if (box === undefined) throw new Error(`no place for ${id}`)
    return box
  }
  const wayOf = (id: string): ElkExtendedEdge => {
    const edge = edges.get(id)
    if (edge === undefined) throw new Error(`no path for ${id}`)
    return edge
  }
  const headers = new Map(plan.states.map(({ state: { id }, box: { height } }) => [id, height]))
  return {
    short: [],
    width: Math.ceil(laidOut.width ?? 0),
    height: Math.ceil(laidOut.height ?? 0),
    states: plan.states.map(({ state: { id } }) => {
      const start = edges.get(startOf(id))
      const at = placeOf(boxOf(id))
      return start === undefined ? { at } : { at, start: wayThrough([middle(boxOf(dotOf(id))), ...pointsOf(start)]) }
    }),
    arrows: plan.arrows.map(({ id, from, fromNode }) => {
      const edge = wayOf(id)
      const points = pointsOf(edge)
      const [begin] = points
      // An inward arrow begins at the border, beside the engine's start point.
      const atBorder =
        fromNode === hubOf(from) && begin !== undefined
          ? [inwards(boxOf(from), headers.get(from) ?? 0, begin, points[1] ?? begin)]
          : []
      const { x = 0, y = 0, width = 0 } = edge.labels?.[0] ?? {}
      return {
        way: wayThrough([...atBorder, ...points]),
        words: [Math.round(x), Math.round(y), Math.round(width)],
      }
    }),
    doors: plan.doors.map(({ id }) => placeOf(boxOf(id))),
  }
}

/** The point at which an inward arrow leaves the border of a state, or the line below its header. */
function inwards(border: Box, header: number, begin: Point, next: Point): Point {
  return begin.y === next.y ? { x: border.x, y: begin.y } : { x: begin.x, y: border.y + header }
}

function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

function placeOf({ x, y, width, height }: Box): Place {
  const [left, top] = [Math.round(x), Math.round(y)]
  return [left, top, Math.round(x + width) - left, Math.round(y + height) - top]
}

function wayThrough(points: readonly Point[]): Way {
  return points.flatMap(({ x, y }) => [Math.round(x), Math.round(y)])
}

function pointsOf({ sections = [] }: ElkExtendedEdge): Point[] {
  return sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
}

function boxesOf(node: ElkNode): Map<string, Box> {
  const { x = 0, y = 0, width = 0, height = 0 } = node
  return new Map([[node.id, { x, y, width, height }], ...(node.children ?? []).flatMap((child) => [...boxesOf(child)])])
}

function edgesOf({ edges = [], children = [] }: ElkNode): ElkExtendedEdge[] {
  return [...edges, ...children.flatMap(edgesOf)]
}

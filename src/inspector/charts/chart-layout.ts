import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import { type ChartPlan, dotOf, hubOf, type PlannedArrow, startOf } from './chart-plan.ts'
import type { Box, DrawnArrow, DrawnChart, DrawnLabel, DrawnState, Point } from './drawn-chart.ts'
import { elkGraph, type Manner } from './elk-graph.ts'
import { measures } from './state-box.ts'

/** Sides of the picture that suit a screen. */
const screen = { width: 16, height: 10 }

/**
 * Lays a chart out from left to right and downwards, its parallel states in broad and in narrow packs, and takes what needs
 * least of a screen. Rejects with the engine's error where it can do none of it.
 */
export async function drawChart(plan: ChartPlan, layout: (graph: ElkNode) => Promise<ElkNode>): Promise<DrawnChart> {
  const ratios = plan.states.some(({ state }) => state.kind === 'parallel') ? [1.3, 1.7] : [1.7]
  const manners = ratios.flatMap((aspectRatio): Manner[] => [
    { direction: 'RIGHT', aspectRatio },
    { direction: 'DOWN', aspectRatio },
  ])
  const tries = await Promise.allSettled(manners.map((manner) => layout(elkGraph(plan, manner))))
  const [best] = tries
    .flatMap((each) => (each.status === 'fulfilled' ? [drawnChart(plan, each.value)] : []))
    .toSorted((one, other) => room(one) - room(other))
  if (best !== undefined) return best
  throw tries.find((each) => each.status === 'rejected')?.reason
}

function room({ width, height }: DrawnChart): number {
  return Math.max(width / screen.width, height / screen.height)
}

/** Places of a chart's parts, read from the answer of the layout engine to `elkGraph(plan)`. */
function drawnChart(plan: ChartPlan, laidOut: ElkNode): DrawnChart {
  const boxes = boxesOf(laidOut)
  const edges = new Map(edgesOf(laidOut).map((edge) => [edge.id, edge]))
  const boxOf = (id: string): Box => {
    const box = boxes.get(id)
    if (box === undefined) throw new Error(`no place for ${id}`)
    return box
  }
  const wayOf = (id: string): ElkExtendedEdge => {
    const edge = edges.get(id)
    if (edge === undefined) throw new Error(`no way for ${id}`)
    return edge
  }
  const headers = new Map(plan.states.map(({ state: { id }, box: { height } }) => [id, height]))
  return {
    width: Math.ceil(laidOut.width ?? 0),
    height: Math.ceil(laidOut.height ?? 0),
    states: plan.states.map(({ state, box, isRegion }): DrawnState => {
      const { id, key, kind, parentId } = state
      const start = edges.get(startOf(id))
      return {
        ...{
          id,
          key,
          kind,
          parentId,
          isRegion,
          isLeaf: state.children.length === 0,
          rows: box.rows,
          header: box.height,
          ...boxOf(id),
        },
        start: start === undefined ? null : { dot: middle(boxOf(dotOf(id))), points: pointsOf(start) },
      }
    }),
    arrows: plan.arrows.map((arrow): DrawnArrow => {
      const { id, tone, from, to, fromNode, moves } = arrow
      const way = wayOf(id)
      const points = pointsOf(way)
      const [begin] = points
      // What leaves inwards begins at the border, beside the point that the engine knows.
      const atBorder =
        fromNode === hubOf(from) && begin !== undefined
          ? [inwards(boxOf(from), headers.get(from) ?? 0, begin, points[1] ?? begin)]
          : []
      return { id, tone, from, to, points: [...atBorder, ...points], labels: labelsOf(way, moves) }
    }),
    doors: plan.doors.map(({ id, stateId, text }) => ({ id, stateId, text, ...boxOf(id) })),
  }
}

/** Where an arrow inwards leaves the border of a state, or the line below what is written in it. */
function inwards(border: Box, header: number, begin: Point, next: Point): Point {
  return begin.y === next.y ? { x: border.x, y: begin.y } : { x: begin.x, y: border.y + header }
}

function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

function labelsOf({ labels = [] }: ElkExtendedEdge, moves: PlannedArrow['moves']): DrawnLabel[] {
  const { x = 0, y = 0, width = 0 } = labels[0] ?? {}
  let top = y
  return moves.map(({ id, lines, title }) => {
    const height = lines.length * measures.line
    top += height
    return { moveId: id, lines, title, x, y: top - height, width, height }
  })
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

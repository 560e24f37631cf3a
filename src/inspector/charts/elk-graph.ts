import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js'
import type { ChartState } from './chart-description.ts'
import { type ChartPlan, dotOf, hubOf, type PlannedArrow, type PlannedState, startOf } from './chart-plan.ts'
import { longest, measures } from './state-box.ts'

const door = { height: 22, side: 8 }
const labelSide = 6
const clockSign = 16

/** A layout variant of a chart. */
export interface Manner {
  /** Direction of the rows of states. */
  direction: 'RIGHT' | 'DOWN'
  /** Approximate width to height ratio of a parallel state. */
  aspectRatio: number
}

const layered: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '2',
  'elk.spacing.labelLabel': '2',
  'elk.spacing.labelNode': '8',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_UP',
  'elk.layered.edgeLabels.centerLabelPlacementStrategy': 'TAIL_LAYER',
  'elk.layered.feedbackEdges': 'false',
}

const packed: LayoutOptions = {
  'elk.algorithm': 'rectpacking',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.rectpacking.packing.compaction.rowHeightReevaluation': 'true',
  'elk.spacing.nodeNode': '20',
}

/** Converts a plan for the layout engine: nested boxes, and arrows with the size of their labels. */
export function elkGraph(plan: ChartPlan, manner: Manner): ElkNode {
  const root = plan.states.find(({ state }) => state.parentId === null)
  return {
    id: `chart ${plan.id}`,
    layoutOptions: {
      ...layered,
      'elk.direction': manner.direction,
      'elk.padding': padding(12, 12),
      'elk.json.shapeCoords': 'ROOT',
      'elk.json.edgeCoords': 'ROOT',
    },
    children: root === undefined ? [] : [elkNode(plan, root, manner)],
    edges: [...plan.arrows.map(elkEdge), ...plan.states.flatMap(startEdge)],
  }
}

function elkNode(plan: ChartPlan, { state, box }: PlannedState, manner: Manner): ElkNode {
  const inner = plan.states.filter(({ state: { parentId } }) => parentId === state.id)
  const order = isReached(plan, state) ? {} : last
  if (inner.length === 0) return { id: state.id, width: box.width, height: box.height, layoutOptions: order }
  const isHub = plan.hubs.includes(state.id)
  return {
    id: state.id,
    layoutOptions: {
      ...(state.kind === 'parallel' ? packed : layered),
      ...order,
      'elk.direction': manner.direction,
      'elk.aspectRatio': String(manner.aspectRatio),
      'elk.padding': padding(box.height + 12, 16),
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${box.width}, ${box.height + 20})`,
    },
    children: [
      ...(inner.some(({ state: { isInitial } }) => isInitial) ? [{ id: dotOf(state.id), width: 12, height: 12 }] : []),
      ...(isHub ? [{ id: hubOf(state.id), width: 1, height: 1, layoutOptions: first }] : []),
      ...plan.doors
        .filter(({ inside }) => inside === state.id)
        .map(({ id, text }) => ({
          id,
          width: Math.ceil(text.length * measures.letter + 2 * door.side),
          height: door.height,
        })),
      ...inner.map((each) => elkNode(plan, each, manner)),
    ],
  }
}

const first: LayoutOptions = { 'elk.layered.layering.layerConstraint': 'FIRST' }
const last: LayoutOptions = { 'elk.layered.layering.layerConstraint': 'LAST' }

/** States that only doors lead to are laid out separately, behind the others. */
function isReached({ arrows, states }: ChartPlan, { id, isInitial, parentId }: ChartState): boolean {
  return (
    isInitial ||
    arrows.some(({ fromNode, toNode }) => toNode === id || fromNode === id) ||
    states.some(({ state }) => state.id === parentId && state.kind === 'parallel')
  )
}

function elkEdge({ id, fromNode, toNode, moves, tone }: PlannedArrow): ElkExtendedEdge {
  const lines = moves.flatMap((move) => move.lines)
  return {
    id,
    sources: [fromNode],
    targets: [toNode],
    labels: [
      {
        id: `label ${id}`,
        text: lines.join('\n'),
        width: Math.ceil(longest(lines) * measures.letter + 2 * labelSide + (tone === 'after' ? clockSign : 0)),
        height: lines.length * measures.line,
        layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
      },
    ],
  }
}

function startEdge({ state }: PlannedState): ElkExtendedEdge[] {
  if (!state.isInitial || state.parentId === null) return []
  return [{ id: startOf(state.parentId), sources: [dotOf(state.parentId)], targets: [state.id] }]
}

function padding(top: number, side: number): string {
  return `[top=${top},left=${side},bottom=${side},right=${side}]`
}

import type { ChartDescription, ChartMove, ChartState } from './chart-description.ts'
import { arrowLines, type MoveTone, moveTitle, moveTone } from './move-texts.ts'
import { type ListedMove, type StateBox, stateBox } from './state-box.ts'

/** The parts of a chart's drawing, without positions. */
export interface ChartPlan {
  id: string
  states: readonly PlannedState[]
  arrows: readonly PlannedArrow[]
  doors: readonly PlannedDoor[]
  /** The states with inward arrows. */
  hubs: readonly string[]
}

export interface PlannedState {
  state: ChartState
  box: StateBox
  isRegion: boolean
}

/** One arrow for all transitions of a kind between two ends: a state, a door, or the inside of a border. */
export interface PlannedArrow {
  id: string
  tone: MoveTone
  from: string
  to: string
  /** Ids of the drawn ends. */
  fromNode: string
  toNode: string
  moves: readonly { id: string; lines: readonly string[]; title: string }[]
}

export interface PlannedDoor {
  id: string
  inside: string
  stateId: string
  text: string
}

/** Ids of drawn parts that are no states: start of inward arrows, initial point, and the arrow from it. */
export const hubOf = (stateId: string) => `hub ${stateId}`
export const dotOf = (stateId: string) => `dot ${stateId}`
export const startOf = (stateId: string) => `start ${stateId}`

/**
 * Decides which transitions become arrows and which become rows in a box. Each region of a parallel state is drawn
 * separately: a transition across its border leads to a door that names the state beyond.
 * @param short ids of arrows that would be too long: they end at a door, too
 */
export function planChart(chart: ChartDescription, short: ReadonlySet<string> = new Set()): ChartPlan {
  const tree = stateTree(chart)
  const arrows = new Map<string, { arrow: PlannedArrow; moves: ChartMove[] }>()
  const doors = new Map<string, PlannedDoor>()
  const hubs = new Set<string>()
  const listed = new Map<string, ListedMove[]>()
  const list = (move: ChartMove, goal: string) =>
    listed.set(move.from, [...(listed.get(move.from) ?? []), { move, goal }])
  const door = (inside: string, to: ChartState, moved: ChartMove, side: 'in' | 'out') => {
    // Transitions from one state to the same state beyond share a door. Each transition inwards has its own, so that no
    // arrow crosses a region.
    const id = `door ${side} ${inside} ${to.id} ${side === 'out' ? moved.from : moved.id}`
    const text = side === 'out' ? `→ ${to.key}` : `${to.key} →`
    doors.set(id, { id, inside, stateId: to.id, text })
    return id
  }
  const ends = (move: ChartMove, from: ChartState, to: ChartState): [string, string] | null => {
    const isDown = tree.isWithin(to, from)
    const fromSheet = isDown ? tree.sheetInside(from) : tree.sheetAround(from)
    const toSheet = tree.isWithin(from, to) ? null : tree.sheetAround(to)
    if (fromSheet !== null && fromSheet === toSheet) {
      if (isDown) hubs.add(from.id)
      return [isDown ? hubOf(from.id) : from.id, to.id]
    }
    if (!isDown && fromSheet !== null) return [from.id, door(from.parentId ?? from.id, to, move, 'out')]
    if (toSheet !== null && to.parentId !== null) return [door(to.parentId, from, move, 'in'), to.id]
    if (from.children.length === 0) return null
    hubs.add(from.id)
    return [hubOf(from.id), door(from.id, to, move, 'out')]
  }
  for (const move of chart.moves) {
    const from = tree.state(move.from)
    const targets = move.to.flatMap((id) => tree.state(id) ?? [])
    if (from === undefined) continue
    if (targets.length === 0) list(move, '')
    for (const to of targets) {
      const places = from === to && tree.sheetAround(from) === null ? null : ends(move, from, to)
      if (places === null) {
        list(move, `→ ${to.key}`)
        continue
      }
      const tone = moveTone(move)
      const [fromNode, whole] = places
      // An arrow that begins at a door is not divided, because both of its ends must be in one sheet.
      const around = fromNode === hubOf(from.id) ? from.id : fromNode === from.id ? from.parentId : null
      const isShort = around !== null && short.has(arrowId(tone, fromNode, whole))
      const toNode = isShort ? door(around, to, move, 'out') : whole
      const id = arrowId(tone, fromNode, toNode)
      const moves = [...(arrows.get(id)?.moves ?? []), move]
      arrows.set(id, {
        moves,
        arrow: { id, tone, from: from.id, to: to.id, fromNode, toNode, moves: moves.map(words) },
      })
    }
  }
  return {
    id: chart.id,
    states: chart.states.map((state) => ({
      state,
      box: stateBox(state, listed.get(state.id) ?? []),
      isRegion: tree.isRegion(state),
    })),
    arrows: [...arrows.values()].map(({ arrow }) => arrow),
    doors: [...doors.values()],
    hubs: [...hubs],
  }
}

function arrowId(tone: MoveTone, fromNode: string, toNode: string): string {
  return `${tone} ${fromNode} ${toNode}`
}

function words(move: ChartMove): PlannedArrow['moves'][number] {
  return { id: move.id, lines: arrowLines(move), title: moveTitle(move) }
}

function stateTree({ states }: ChartDescription) {
  const byId = new Map(states.map((state) => [state.id, state]))
  const parentOf = ({ parentId }: ChartState) => (parentId === null ? undefined : byId.get(parentId))
  const isRegion = (state: ChartState) => parentOf(state)?.kind === 'parallel'
  /** Id of the region or chart that is drawn around the inside of a state; null in a parallel state. */
  const sheetInside = (state: ChartState): string | null => {
    if (state.kind === 'parallel') return null
    const parent = parentOf(state)
    return parent === undefined || isRegion(state) ? state.id : sheetInside(parent)
  }
  const sheetAround = (state: ChartState): string | null => {
    const parent = parentOf(state)
    return parent === undefined ? null : sheetInside(parent)
  }
  const isWithin = (state: ChartState, outer: ChartState): boolean => {
    const parent = parentOf(state)
    return parent !== undefined && (parent === outer || isWithin(parent, outer))
  }
  return { state: (id: string) => byId.get(id), isRegion, sheetInside, sheetAround, isWithin }
}

import type { ChartDescription, ChartMove } from './chart-description.ts'

/**
 * The chart with the inside of some states left out. A folded state shows the number of its hidden states; arrows to and
 * from hidden states end at it, and transitions inside it are hidden (INS-8).
 * @param folded ids of states; the root and states without children are ignored
 */
export function foldedChart(chart: ChartDescription, folded: readonly string[]): ChartDescription {
  const byId = new Map(chart.states.map((state) => [state.id, state]))
  const isFolded = (id: string) => {
    const state = byId.get(id)
    return folded.includes(id) && state !== undefined && state.parentId !== null && state.children.length > 0
  }
  /** The outermost folded state around a state, or the state itself. */
  const shownAs = new Map<string, string>()
  for (const { id, parentId } of chart.states) {
    const above = parentId === null ? undefined : shownAs.get(parentId)
    shownAs.set(id, above !== undefined && isFolded(above) ? above : id)
  }
  const shown = (id: string) => shownAs.get(id) ?? id
  const hidden = (id: string) => chart.states.filter((state) => state.id !== id && shown(state.id) === id).length
  if (!chart.states.some(({ id }) => isFolded(id))) return chart
  return {
    id: chart.id,
    states: chart.states.flatMap((state) => {
      if (shown(state.id) !== state.id) return []
      if (!isFolded(state.id)) return [state]
      const key = `${state.key} [+${hidden(state.id)}]`
      return [{ ...state, key, kind: 'atomic' as const, children: [], invokes: [], tags: [] }]
    }),
    moves: chart.moves.flatMap((move) => (isInside(move) ? [] : [retargeted(move)])),
  }

  function isInside({ from, to }: ChartMove): boolean {
    const outside = shown(from)
    if (!isFolded(outside)) return false
    return to.length === 0 ? from !== outside : to.every((target) => shown(target) === outside)
  }
  function retargeted(move: ChartMove): ChartMove {
    return { ...move, from: shown(move.from), to: [...new Set(move.to.map(shown))] }
  }
}

/** Ids of the states to fold for an overview: the regions of parallel states; without regions, every state with states. */
export function overviewOf({ states }: ChartDescription): readonly string[] {
  const inner = states.filter(({ children, parentId }) => children.length > 0 && parentId !== null)
  const regions = inner.filter(({ parentId }) => states.some(({ id, kind }) => id === parentId && kind === 'parallel'))
  return (regions.length > 0 ? regions : inner).map(({ id }) => id)
}

import type { ChartDescription } from './chart-description.ts'
import type { ChartPlan } from './chart-plan.ts'
import type { Box, DrawnArrow, DrawnChart, DrawnLabel, DrawnState, Point } from './drawn-chart.ts'
import { measures } from './state-box.ts'

/** Left, top, width and height in pixels. */
export type Place = readonly [number, number, number, number]

/** Alternating x and y coordinates. */
export type Way = readonly number[]

/** The positions of a chart's parts in pixels, in the order of its plan: the output of a layout engine. */
export interface ChartPlaces {
  /** Ids of the arrows that the plan had to shorten. */
  short: readonly string[]
  width: number
  height: number
  /** `start`: the initial point and the path from it, if the state has one. */
  states: readonly { at: Place; start?: Way }[]
  /** `words`: left, top and width of the label; the plan has its height. */
  arrows: readonly { way: Way; words: readonly [number, number, number] }[]
  doors: readonly Place[]
}

/** Keyed by `chartKey`. */
export type AllChartPlaces = Readonly<Record<string, ChartPlaces>>

/** Equal for charts with the same drawing; any difference changes the key. 53 bits of a hash of their text. */
export function chartKey(chart: ChartDescription): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (const letter of JSON.stringify(chart)) {
    const code = letter.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return `${chart.id} ${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`
}

/** Throws if the positions belong to another plan. */
export function drawnChart(plan: ChartPlan, places: ChartPlaces): DrawnChart {
  return {
    width: places.width,
    height: places.height,
    states: plan.states.map(({ state, box, isRegion }, index): DrawnState => {
      const { id, key, kind, parentId } = state
      const { at, start } = placed(places.states[index], id)
      const [dot, ...points] = start === undefined ? [] : pointsOf(start)
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
        },
        ...boxAt(at),
        start: dot === undefined ? null : { dot, points },
      }
    }),
    arrows: plan.arrows.map(({ id, tone, from, to, moves }, index): DrawnArrow => {
      const { way, words } = placed(places.arrows[index], id)
      const [x, y, width] = words
      return { id, tone, from, to, points: pointsOf(way), labels: labelsAt({ x, y }, width, moves) }
    }),
    doors: plan.doors.map(({ id, stateId, text }, index) => ({
      id,
      stateId,
      text,
      ...boxAt(placed(places.doors[index], id)),
    })),
  }
}

function placed<Value>(value: Value | undefined, id: string): Value {
  if (value === undefined) throw new Error(`no place for ${id}`)
  return value
}

function boxAt([x, y, width, height]: Place): Box {
  return { x, y, width, height }
}

function pointsOf(way: Way): Point[] {
  return way.flatMap((x, index) => (index % 2 === 0 ? { x, y: way[index + 1] ?? 0 } : []))
}

function labelsAt({ x, y }: Point, width: number, moves: ChartPlan['arrows'][number]['moves']): DrawnLabel[] {
  let top = y
  return moves.map(({ id, lines, title }) => {
    const height = lines.length * measures.line
    top += height
    return { moveId: id, lines, title, x, y: top - height, width, height }
  })
}

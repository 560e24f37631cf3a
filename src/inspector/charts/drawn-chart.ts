import type { ChartState } from './chart-description.ts'
import type { MoveTone } from './move-texts.ts'

/** A statechart with the position of each part, in pixels from the upper left corner. */
export interface DrawnChart {
  width: number
  height: number
  /** A parent before its children. */
  states: readonly DrawnState[]
  arrows: readonly DrawnArrow[]
  doors: readonly DrawnDoor[]
}

export interface Point {
  x: number
  y: number
}

export interface Box extends Point {
  width: number
  height: number
}

export interface DrawnState extends Box, Pick<ChartState, 'id' | 'key' | 'kind' | 'parentId'> {
  /** A region of a parallel state. */
  isRegion: boolean
  isLeaf: boolean
  /** Height of the text rows; the child states are below. */
  header: number
  /** Rows below the state's name. */
  rows: readonly DrawnRow[]
  /** The initial point inside the state, and the path from it. */
  start: { dot: Point; points: readonly Point[] } | null
}

/** One or more lines inside a state's box. */
export interface DrawnRow {
  kind: 'tags' | 'invoke' | 'move'
  /** The transition of a `move` row, which has no arrow; null for other rows. */
  moveId: string | null
  tone: MoveTone
  lines: readonly string[]
  /** Top of its first line, relative to the state. */
  y: number
}

/** The path of one or more transitions with the same source and target. */
export interface DrawnArrow {
  id: string
  tone: MoveTone
  from: string
  to: string
  points: readonly Point[]
  labels: readonly DrawnLabel[]
}

/** A transition's label on its arrow. */
export interface DrawnLabel extends Box {
  moveId: string
  lines: readonly string[]
  /** The complete text, including the actions. */
  title: string
}

/** Names a state beyond the border of a region, because an arrow across the border would hide other arrows. */
export interface DrawnDoor extends Box {
  id: string
  stateId: string
  text: string
}

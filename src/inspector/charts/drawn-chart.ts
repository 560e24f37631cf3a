import type { ChartState } from './chart-description.ts'
import type { MoveTone } from './move-texts.ts'

/** A statechart with a place for each of its parts, in pixels from its upper left corner. */
export interface DrawnChart {
  width: number
  height: number
  /** Each before what stands in it. */
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
  /** One of the parts of a parallel state. */
  isRegion: boolean
  /** Nothing stands in it. */
  isLeaf: boolean
  /** Height of what is written in it; below it are the states inside. */
  header: number
  /** What is written below its name. */
  rows: readonly DrawnRow[]
  /** The point among its states that it begins at, and the way from there. */
  start: { dot: Point; points: readonly Point[] } | null
}

/** A line or more inside a state's box. */
export interface DrawnRow {
  kind: 'tags' | 'invoke' | 'move'
  /** The move that leads nowhere else; null for other rows. */
  moveId: string | null
  tone: MoveTone
  lines: readonly string[]
  /** Of its first line, from the top of the state. */
  y: number
}

/** The way of one move or of several that lead from and to the same states. */
export interface DrawnArrow {
  id: string
  tone: MoveTone
  from: string
  to: string
  points: readonly Point[]
  labels: readonly DrawnLabel[]
}

/** A move's words on its arrow. */
export interface DrawnLabel extends Box {
  moveId: string
  lines: readonly string[]
  /** All of it, with what it does. */
  title: string
}

/** Names the state beyond the border of a parallel state's part, where an arrow across it would hide the others. */
export interface DrawnDoor extends Box {
  id: string
  stateId: string
  text: string
}

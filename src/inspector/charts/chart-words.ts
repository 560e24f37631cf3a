import type { Field } from '../payload/payload-shape.ts'

/** What is said of an event. */
export interface EventWords {
  /** Its doc comment, on one line; '' where it has none. */
  comment: string
  /** What it carries beside its type. */
  fields: readonly Field[]
}

/** What a chart's source says of it, and the built chart does not. */
export interface ChartWords {
  /** What it is for. */
  sentence: string
  /** Ids of the requirements that it serves. */
  requirements: readonly string[]
  /** By id of the state; only those that have a description. */
  states: Readonly<Record<string, string>>
  /** By id of the move (`ChartMove`); only those that have a description. */
  moves: Readonly<Record<string, string>>
  /** By type of the event: all that its machine declares. */
  events: Readonly<Record<string, EventWords>>
}

/** By id of the machine. */
export type AllChartWords = Readonly<Record<string, ChartWords>>

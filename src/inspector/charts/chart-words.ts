import type { Field } from '../payload/payload-shape.ts'

export interface EventWords {
  /** Its doc comment, on one line; '' without one. */
  comment: string
  /** The fields besides the type. */
  fields: readonly Field[]
}

/** The documentation in a chart's source, which the built chart does not have. */
export interface ChartWords {
  /** The purpose of the chart. */
  sentence: string
  /** Requirement ids. */
  requirements: readonly string[]
  /** Keyed by state id; only states with a description. */
  states: Readonly<Record<string, string>>
  /** Keyed by transition id (`ChartMove`); only transitions with a description. */
  moves: Readonly<Record<string, string>>
  /** Keyed by event type: all events that the machine declares. */
  events: Readonly<Record<string, EventWords>>
}

/** Keyed by machine id. */
export type AllChartWords = Readonly<Record<string, ChartWords>>

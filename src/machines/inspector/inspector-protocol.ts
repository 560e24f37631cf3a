import type { DrawnChart } from '../../inspector/charts/drawn-chart.ts'
import type { Recording } from '../../inspector/recording/recording.ts'

export interface InspectorContext {
  /** The recording of this panel, since a user with `qa` signed in. */
  live: Recording
  /** The recording on screen: the live one, or one from a file. */
  recording: Recording
  /** Name of the file on screen; null for the live recording. */
  fileName: string | null
  /** The selected actor. */
  actorId: string | null
  /** Name of a requested actor that does not exist yet. */
  wantedName: string | null
  /** The event after which the state is shown, while the past is shown. */
  seq: number
  /** Increases when the live recording has grown. */
  revision: number
  /** The drawn chart; the previous actor's chart until the next one is laid out. */
  chartId: string | null
  drawn: DrawnChart | null
  /** Ids of states that are drawn without their inside, in any chart. */
  folded: readonly string[]
  /** Width of the list of actors in pixels, if the chart is beside the list. */
  treeWidth: number
  /** Why a file could not be read or written, as a text for the user. */
  problem: string | null
}

export type InspectorEvent =
  /** The inspector's page was opened, or left. */
  | { type: 'inspector.opened' | 'inspector.left' }
  | { type: 'recording.grew' }
  | { type: 'actor.choose'; id: string }
  /** Selects an actor by the name in a link. */
  | { type: 'actor.want'; name: string }
  | { type: 'moment.pause' | 'moment.follow' }
  | { type: 'moment.goTo'; seq: number }
  /** Moves by this many events; negative numbers move back. */
  | { type: 'moment.step'; by: number }
  | { type: 'file.choose'; file: File }
  | { type: 'file.close' | 'file.save' | 'chart.retry' }
  /** Sets the width in pixels; a width outside the limits becomes the nearest limit. */
  | { type: 'tree.resize'; width: number }
  /** The view of the chart starts, or stops, following the active states. */
  | { type: 'view.goAlong' | 'view.stay' }
  /** Another actor or recording was selected. */
  | { type: 'chart.changed' }
  /** Draws these states without their inside, and all others open. */
  | { type: 'chart.fold'; stateIds: readonly string[] }
  /** Saves a drawn chart; `text` is the file. */
  | { type: 'picture.save'; name: string; text: string }
  | { type: 'file.shown' | 'live.shown' }

import type { DrawnChart } from '../../inspector/charts/drawn-chart.ts'
import type { Recording } from '../../inspector/recording/recording.ts'

/** What the inspector shows. */
export interface InspectorContext {
  /** Of this panel, since somebody with `qa` signed in. */
  live: Recording
  /** What is shown: the live one, or one from a file. */
  recording: Recording
  /** Name of the file that is shown. */
  fileName: string | null
  /** The actor that is looked at. */
  actorId: string | null
  /** Name of one that is wanted and does not live yet. */
  wantedName: string | null
  /** The event after which things are shown, while somebody looks back. */
  seq: number
  /** Raised when the live recording has grown. */
  revision: number
  /** The chart of the recording that is drawn; that of the actor before until the next one is laid out. */
  chartId: string | null
  drawn: DrawnChart | null
  /** Pixels of the list of actors, where the chart stands beside it. */
  treeWidth: number
  /** Why a file could not be read or written, as a text for a person. */
  problem: string | null
}

/** What it hears. */
export type InspectorEvent =
  /** Its page is on screen, or no more. */
  | { type: 'inspector.opened' }
  | { type: 'inspector.left' }
  | { type: 'recording.grew' }
  | { type: 'actor.choose'; id: string }
  /** By the name that a link carries. */
  | { type: 'actor.want'; name: string }
  | { type: 'moment.pause' }
  | { type: 'moment.follow' }
  | { type: 'moment.goTo'; seq: number }
  /** Forward, or back below zero, by so many events. */
  | { type: 'moment.step'; by: number }
  | { type: 'file.choose'; file: File }
  | { type: 'file.close' }
  | { type: 'file.save' }
  | { type: 'chart.retry' }
  /** To so many pixels; what is too few or too many becomes the nearest that is not. */
  | { type: 'tree.resize'; width: number }
  /** The picture of the chart is to go along with the states that light up, or no more. */
  | { type: 'view.goAlong' }
  | { type: 'view.stay' }
  /** Another actor or recording is looked at. */
  | { type: 'chart.changed' }
  | { type: 'file.shown' }
  | { type: 'live.shown' }

import type { DrawnChart } from '../../inspector/charts/drawn-chart.ts'
import type { EventFilter } from '../../inspector/recording/event-filter.ts'
import type { InspectorLink } from '../../inspector/recording/inspector-link.ts'
import type { Recording } from '../../inspector/recording/recording.ts'
import type { Origin } from '../../inspector/recording/recording-schema.ts'
import type { Pane } from './pane-widths.ts'

/** The view of an inspector, which a file stores. */
export interface InspectorView {
  actorId: string | null
  /** The event after which the state is shown; null if the display is live. */
  seq: number | null
  filter: EventFilter
}

/** How a recording is written for a report. */
export interface Report {
  note: string
  /** Whether names of people, e-mail addresses and telephones are replaced. */
  isMasked: boolean
}

export interface InspectorContext {
  /** The recording of this panel. */
  live: Recording
  /** The recording on screen: the live one, or one from a file. */
  recording: Recording
  /** Name of the file on screen; null for the live recording. */
  fileName: string | null
  /** Where the file on screen was recorded, and its note. */
  origin: Origin | null
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
  /** Widths of the lists in pixels, if the chart is beside them. */
  widths: Readonly<Record<Pane, number>>
  filter: EventFilter
  /** Kinds of events that are not listed, as stored in this browser. */
  ignored: readonly string[]
  /** The opened link, until the person closes its note. */
  link: InspectorLink | null
  /** Why a file could not be read or written, as a text for the user. */
  problem: string | null
}

export type InspectorEvent =
  /** The inspector's page was opened, or left. */
  | { type: 'inspector.opened' | 'inspector.left' }
  | { type: 'recording.grew' }
  | { type: 'actor.choose'; id: string }
  /** Selects an actor by its name. */
  | { type: 'actor.want'; name: string }
  | { type: 'link.open'; link: InspectorLink }
  | { type: 'link.close' }
  | { type: 'filter.change'; filter: Partial<EventFilter> }
  /** Hides a kind of event in the list, or lists the kind again. */
  | { type: 'kind.ignore' | 'kind.heed'; kind: string }
  | { type: 'moment.pause' | 'moment.follow' }
  | { type: 'moment.goTo'; seq: number }
  /** Moves by this many events; negative numbers move back. */
  | { type: 'moment.step'; by: number }
  | { type: 'file.choose'; file: File }
  | { type: 'file.close' | 'file.save' | 'chart.retry' }
  /** Opens or closes the form of a report. */
  | { type: 'report.begin' | 'report.cancel' }
  | ({ type: 'report.save' } & Report)
  /** Sets the width in pixels; a width outside the limits becomes the nearest limit. */
  | { type: 'pane.resize'; pane: Pane; width: number }
  /** The view of the chart starts, or stops, following the active states. */
  | { type: 'view.goAlong' | 'view.stay' }
  /** Another actor or recording was selected. */
  | { type: 'chart.changed' }
  /** Draws these states without their inside, and all other states open. */
  | { type: 'chart.fold'; stateIds: readonly string[] }
  /** Saves a drawn chart; `text` is the file. */
  | { type: 'picture.save'; name: string; text: string }
  | { type: 'file.shown' | 'live.shown' }

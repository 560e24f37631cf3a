import { ContinuedRecording } from '../../inspector/recording/continued-recording.ts'
import { LiveRecording } from '../../inspector/recording/live-recording.ts'
import { keptEvents, Recorder } from '../../inspector/recording/recorder.ts'
import type { Recording } from '../../inspector/recording/recording.ts'
import { storeForReload, takeFromReload } from '../../inspector/recording/reload-store.ts'
import type { Panel } from '../../machines/panel/panel.machine.ts'

export interface PanelRecording {
  recorder: Recorder
  /** The recording of this load of the page. */
  live: LiveRecording
  /** The recording of this load, preceded by the recording of the same tab before a reload. */
  recording: Recording
  /** Deletes the recording. */
  end(): void
}

type Page = Pick<Window, 'sessionStorage' | 'addEventListener'>

const recordings = new WeakMap<Panel, PanelRecording>()

/**
 * Returns the recording of a panel; the first call begins the recording. A reload of the page continues the recording:
 * the session storage keeps the newest events. `now` in milliseconds.
 */
export function panelRecording(panel: Panel, now: () => number, page: Page = globalThis): PanelRecording {
  const known = recordings.get(panel)
  if (known !== undefined) return known
  const earlier = takeFromReload(page)
  const recorder = new Recorder(panel, now, keptEvents, earlier?.endSeq ?? 0)
  const live = new LiveRecording(recorder)
  const recording = earlier === null ? live : new ContinuedRecording(earlier, live)
  const leaving = new AbortController()
  page.addEventListener(
    'pagehide',
    () => storeForReload(page, recording, new Date(now()).toISOString(), __PANEL_VERSION__),
    { signal: leaving.signal },
  )
  // A page from the back/forward cache of the browser still has its recording: the stored copy is deleted.
  page.addEventListener('pageshow', ({ persisted }) => persisted && takeFromReload(page), {
    signal: leaving.signal,
  })
  const begun: PanelRecording = {
    recorder,
    live,
    recording,
    end() {
      leaving.abort()
      recorder.stop()
      recordings.delete(panel)
    },
  }
  recordings.set(panel, begun)
  return begun
}

/** Deletes the recording of a panel, if there is one. */
export function endPanelRecording(panel: Panel): void {
  recordings.get(panel)?.end()
}

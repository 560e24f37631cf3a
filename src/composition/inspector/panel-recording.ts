import { ContinuedRecording } from '../../inspector/recording/continued-recording.ts'
import { LiveRecording } from '../../inspector/recording/live-recording.ts'
import { keptEvents, Recorder } from '../../inspector/recording/recorder.ts'
import type { Recording } from '../../inspector/recording/recording.ts'
import { storeForReload, takeFromReload } from '../../inspector/recording/reload-store.ts'
import type { Panel } from '../../machines/panel/panel.machine.ts'

export interface PanelRecording {
  recorder: Recorder
  /** This load of the page. */
  live: LiveRecording
  /** This load, after what the same tab recorded before a reload. */
  recording: Recording
  /** Deletes the recording. */
  end(): void
}

type Page = Pick<Window, 'sessionStorage' | 'addEventListener'>

const recordings = new WeakMap<Panel, PanelRecording>()

/**
 * The recording of a panel; begins it if there is none. A reload of the page continues it: the newest events wait in the
 * session storage. `now` in milliseconds.
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
  // A page that comes back from the cache of the browser has its recording still.
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

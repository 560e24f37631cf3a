import { withoutPersonalData } from '../../inspector/recording/personal-data.ts'
import type { Recording } from '../../inspector/recording/recording.ts'
import { documentOf } from '../../inspector/recording/recording-document.ts'
import type { InspectorView, Report } from '../../machines/inspector/inspector-protocol.ts'
import { downloadFile } from '../../services/files/file-download.ts'
import { fileTime } from '../../services/files/file-time.ts'
import { downloadTextFile } from '../../services/files/text-file.ts'

interface Saved {
  recording: Recording
  view: InspectorView
  /** Null to download the whole recording. */
  report: Report | null
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Downloads a recording as JSON. The file of a report contains only the period of the filter, is compressed and, on
 * request, masked.
 */
export async function saveRecording({ recording, view, report, now }: Saved): Promise<void> {
  const recordedAt = new Date(now).toISOString()
  const made = { recordedAt, panelVersion: __PANEL_VERSION__, browser: navigator.userAgent, ...view }
  const name = `inspetor-${fileTime(recordedAt)}.json`
  if (report === null) {
    downloadTextFile(name, 'application/json', JSON.stringify(documentOf(recording, made)))
    return
  }
  const { from, to } = view.filter
  const seqs = recording.seqs.filter((seq) => {
    const { at = 0 } = recording.event(seq) ?? {}
    return (from === null || at >= from) && (to === null || at <= to)
  })
  const document = documentOf(recording, { ...made, note: report.note }, seqs)
  const text = JSON.stringify(report.isMasked ? withoutPersonalData(document) : document)
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  downloadFile(`${name}.gz`, await new Response(packed).blob())
}

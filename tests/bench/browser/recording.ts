import { LiveRecording } from '../../../src/inspector/recording/live-recording.ts'
import { keptEvents, Recorder } from '../../../src/inspector/recording/recorder.ts'
import { documentOf } from '../../../src/inspector/recording/recording-document.ts'
import { noFilter } from '../../../src/machines/inspector/no-filter.ts'
import { actorRows } from '../../../src/ui/inspector/actors/actor-rows.ts'
import { FilteredEvents, lifelinesOf } from '../../../src/ui/inspector/events/filtered-events.ts'
import { type Caller, guarita, time } from '../device-callers.ts'
import { type Metric, printMetrics, quantile } from '../metric.ts'
import { cpuMs, median, micros, ratio, sideBySide } from './side-by-side.ts'

const liveActors = 2_000

/** Cost of the inspector's recorder for every event, and of showing 2,000 actors and 10,000 events (INS-1). */
export async function measureRecording(): Promise<Metric[]> {
  const restore = time.simulate()
  try {
    const caller = guarita()
    const metrics = [...(await measureEvents()), ...measureViews(await crowd(caller))]
    // The timers of open circuits would keep the process running.
    caller.close()
    return metrics
  } finally {
    restore()
  }
}

/** The call sequence with the most events: five failures, open, a trial, closed. */
async function measureEvents(): Promise<Metric[]> {
  const [recorded, observed, free] = [guarita(), guarita(), guarita()]
  const recorder = new Recorder(recorded.root, () => time.now)
  observed.root.system.inspect(() => {})
  const times = await sideBySide(2_000, [recorded, observed, free], cycle)
  if (recorder.endSeq < keptEvents) throw new Error(`only ${recorder.endSeq} events were recorded`)
  recorder.stop()
  const metrics = [
    ratio('events of a failing device, recorded ÷ not recorded', times, 2, 1.05),
    {
      what: 'events of a failing device, empty observer ÷ not recorded',
      measured: median(times, 1) / median(times, 2),
      unit: '×',
    },
    ratio('events of a failing device, recorded ÷ empty observer', times, 1, 1.05),
    micros('events of a failing device, recorded', times),
  ]
  for (const caller of [recorded, observed, free]) caller.close()
  return metrics
}

async function cycle(caller: Caller): Promise<void> {
  for (let failures = 0; failures < 5; failures++) await caller.callOnce(0, false)
  time.now += 120_000
  await caller.callOnce(0, true)
}

/** Makes the number of actors and events for which the inspector must stay usable. */
async function crowd(caller: ReturnType<typeof guarita>): Promise<LiveRecording> {
  const recorder = new Recorder(caller.root, () => time.now)
  // Open circuits accept a trial every two minutes: it fails, and the breakers stay.
  for (; recorder.endSeq < 2 * keptEvents; time.now += 120_000)
    for (let device = 0; device < liveActors; device++) await caller.callOnce(device, false)
  return new LiveRecording(recorder)
}

/** Works like a page: the first view computes everything, later views only what is new. */
function measureViews(recording: LiveRecording): Metric[] {
  const actors = recording.actorsAt(null)
  if (actors.length < liveActors) throw new Error(`only ${actors.length} actors are running`)
  const all = new FilteredEvents(recording, { ...noFilter, actorId: null, ignored: [] })
  const msOf = (what: string, view: () => unknown, goal?: number): Metric => {
    const times = Array.from({ length: 15 }, () => {
      const startedAt = cpuMs()
      view()
      return cpuMs() - startedAt
    })
    return { what, measured: quantile(times, 0.5), unit: 'ms', ...(goal !== undefined && { goal }) }
  }
  const document = documentOf(recording, { recordedAt: '', panelVersion: '', actorId: null })
  return [
    msOf('tree of 2,000 actors', () => actorRows(recording.actorsAt(null), '', new Set()), 16),
    msOf('tree of 2,000 actors, filtered by a text', () => actorRows(recording.actorsAt(null), '-77', new Set()), 16),
    msOf(
      '10,000 events, filtered by a text',
      () => {
        new FilteredEvents(recording, { ...noFilter, text: 'failed', actorId: null, ignored: [] }).seqs()
      },
      32,
    ),
    msOf('10,000 events, without new events', () => lifelinesOf(recording, all.seqs()), 4),
    msOf(
      'state of an actor 10,000 events ago',
      () => recording.stateAt(actors.at(-1)?.id ?? '', recording.seqs[0] ?? 0),
      4,
    ),
    msOf('export of the recording', () =>
      JSON.stringify(documentOf(recording, { recordedAt: '', panelVersion: '', actorId: null })),
    ),
    { what: 'file of the recording', measured: JSON.stringify(document).length / 1_000_000, unit: 'MB' },
  ]
}

if (import.meta.main) printMetrics(await measureRecording())

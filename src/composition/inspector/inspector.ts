import { createActor, fromCallback, fromPromise } from 'xstate'
import { createChartLayouts } from '../../inspector/charts/chart-layouts.ts'
import { foldedChart } from '../../inspector/charts/folded-chart.ts'
import { deliver, draftOf } from '../../inspector/payload/event-delivery.ts'
import { openHostedInspector } from '../../inspector/recording/hosted-inspector.ts'
import type { LiveRecording } from '../../inspector/recording/live-recording.ts'
import type { Recorder } from '../../inspector/recording/recorder.ts'
import { readRecordingFile } from '../../inspector/recording/recording-file.ts'
import { eventSenderMachine } from '../../machines/inspector/event-sender.machine.ts'
import { type HostedEvent, hostedInspectorMachine } from '../../machines/inspector/hosted-inspector.machine.ts'
import { inspectorMachine } from '../../machines/inspector/inspector.machine.ts'
import type { InspectorEvent } from '../../machines/inspector/inspector-protocol.ts'
import { simulatorMachine } from '../../machines/inspector/simulator.machine.ts'
import type { Panel } from '../../machines/panel/panel.machine.ts'
import { browserClock } from '../../machines/parts/clock.ts'
import { downloadTextFile } from '../../services/files/text-file.ts'
import { readInspectorLikes, storeInspectorLikes } from '../../services/inspector/inspector-likes.ts'
import { askSimulator } from '../../services/inspector/simulator-api.ts'
import { inspectors } from '../../ui/inspector/inspectors.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import { panelRecording } from './panel-recording.ts'
import { brake, pageFaults, replayMaker } from './qa-tools.ts'
import { saveRecording } from './recording-download.ts'
import { mirrorServer } from './server-mirrors.ts'

/** Growth of the recording within this time is reported once. */
const growthDelayMs = 100

const readWords = async () => (await import('virtual:chart-words')).default

/** Continues or begins the recording of a panel's actors, and creates the inspector when its page is opened (INS-1). */
export function createInspector(panel: Panel, neighbours: Neighbours) {
  const { recorder, live, recording, end } = panelRecording(panel, neighbours.now)
  const endMirror = mirrorServer(panel, recorder)
  const layouts = createChartLayouts({
    readMade: async () => (await import('virtual:chart-layouts')).default,
    startEngine: async (onBroken) =>
      (await import('../../inspector/charts/layout-engine.ts')).startLayoutEngine(onBroken),
  })
  const faults = pageFaults(panel, neighbours)
  const machine = inspectorMachine.provide({
    actors: {
      growth: growth(recorder),
      layOut: fromPromise(async ({ input: { recording, chartId, folded } }) => {
        const chart = chartId === null ? undefined : recording.chart(chartId)
        if (chart === undefined) throw new Error(`a recording without the chart ${chartId}`)
        return layouts.layout(foldedChart(chart, folded))
      }),
      readFile: fromPromise(({ input: { file } }) => readRecordingFile(file)),
      writeFile: fromPromise(({ input }) => saveRecording({ ...input, now: neighbours.now() })),
      sender: sender(live, neighbours),
      simulator: simulator(neighbours),
      hosted: hosted(recorder, neighbours),
      replayMaker: replayMaker(() => inspector.getSnapshot().context.recording, neighbours),
      brake: brake(live, neighbours),
      pageFaults: faults.machine,
    },
    actions: {
      logFailure: logTo(neighbours.log),
      savePicture: (_, { name, text }) => downloadTextFile(name, 'image/svg+xml', text),
      remember: (_, likes) => storeInspectorLikes(neighbours.localData, likes),
    },
  })
  const inspector = createActor(machine, { input: { live: recording }, clock: browserClock })
  inspectors.set(panel, () => {
    inspector.start()
    const { widths, isGoingAlong, ignored = [] } = readInspectorLikes(neighbours.localData)
    for (const pane of ['tree', 'events'] as const) {
      const width = widths[pane]
      if (width !== undefined) inspector.send({ type: 'pane.resize', pane, width })
    }
    for (const kind of ignored) inspector.send({ type: 'kind.ignore', kind })
    if (isGoingAlong === false) inspector.send({ type: 'view.stay' })
    // If the network fails later, a person can still write events; a failed fetch is repeated on demand.
    readWords().catch(() => {})
    return inspector
  })
  return {
    /** Stops sending data to the hosted inspector. */
    detach() {
      const { hosted } = inspector.getSnapshot().children
      if (hosted?.getSnapshot().hasTag('attached')) hosted.send({ type: 'hosted.detach' })
    },
    /** Deletes the recording. */
    end() {
      inspectors.delete(panel)
      inspector.stop()
      faults.end()
      endMirror()
      layouts.close()
      end()
    },
  }
}

function growth(recorder: Recorder) {
  return fromCallback<InspectorEvent, undefined>(({ sendBack }) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = () => {
      timer = undefined
      sendBack({ type: 'recording.grew' })
    }
    const stop = recorder.onChange(() => {
      timer ??= setTimeout(report, growthDelayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  })
}

function sender(live: LiveRecording, { log, now }: Neighbours) {
  return eventSenderMachine.provide({
    actors: {
      prepare: fromPromise(async ({ input }) => draftOf(live, await readWords(), input, now())),
      send: fromPromise(async ({ input }) => deliver(live, await readWords(), input)),
    },
    actions: { logFailure: logTo(log) },
  })
}

function hosted(recorder: Recorder, { log }: Neighbours) {
  return hostedInspectorMachine.provide({
    actors: {
      window: fromCallback<HostedEvent, undefined>(({ sendBack }) => {
        const { close } = openHostedInspector({
          root: recorder.root,
          actors: () => recorder.living(),
          onConnected: () => sendBack({ type: 'hosted.connected' }),
          onClosed: () => sendBack({ type: 'hosted.closed' }),
        })
        return close
      }),
    },
    actions: { logFailure: logTo(log) },
  })
}

function simulator({ log, http }: Neighbours) {
  return simulatorMachine.provide({
    actors: {
      readDevice: fromPromise(({ input, signal }) => askSimulator({ http, log }, input, signal)),
      setFault: fromPromise(({ input, signal }) => askSimulator({ http, log }, input, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}

import type { DrawnChart } from '../../../src/inspector/charts/drawn-chart.ts'
import { brakeMachine } from '../../../src/machines/inspector/brake.machine.ts'
import { eventSenderMachine } from '../../../src/machines/inspector/event-sender.machine.ts'
import { hostedInspectorMachine } from '../../../src/machines/inspector/hosted-inspector.machine.ts'
import { inspectorMachine } from '../../../src/machines/inspector/inspector.machine.ts'
import { noFilter } from '../../../src/machines/inspector/no-filter.ts'
import { pageFaultsMachine } from '../../../src/machines/inspector/page-faults.machine.ts'
import { replayMakerMachine } from '../../../src/machines/inspector/replay-maker.machine.ts'
import { simulatorMachine } from '../../../src/machines/inspector/simulator.machine.ts'
import type { Coverage } from '../parts/coverage.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandInRecording } from '../parts/stand-in-recording.ts'
import { StandIns } from '../parts/stand-ins.ts'
import type { Neighbour } from './inspector-saving.model.ts'

const nameOfRecording = (recording: object) => ('name' in recording ? String(recording.name) : 'nameless')

/** Child machines with their services. */
interface Parts {
  sender?: typeof eventSenderMachine
  simulator?: typeof simulatorMachine
  pageFaults?: typeof pageFaultsMachine
}

/** The inspector with stand-ins for its services; its child machines have none, so they throw on first use. */
export function startInspector(coverage: Coverage, live: StandInRecording, parts: Parts = {}) {
  const standIns = new StandIns()
  const machine = inspectorMachine.provide({
    actors: {
      growth: standIns.callback('growth'),
      layOut: standIns.promise('layOut', ({ recording, chartId, folded }) =>
        [nameOfRecording(recording), chartId, ...folded].join(' '),
      ),
      readFile: standIns.promise('readFile', ({ file }) => file.name),
      writeFile: standIns.promise('writeFile', ({ recording }) => nameOfRecording(recording)),
      sender: eventSenderMachine,
      simulator: simulatorMachine,
      hosted: hostedInspectorMachine,
      replayMaker: replayMakerMachine,
      brake: brakeMachine,
      pageFaults: pageFaultsMachine,
      ...parts,
    },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      savePicture: standIns.effect('savePicture', (_, { name }) => name),
      remember: standIns.effect('remember', (_, likes) => JSON.stringify(likes)),
    },
  })
  const run = runUnderRecorder(coverage.watch(machine), { standIns, input: { live }, inspect: coverage.inspect })
  return {
    ...run,
    live,
    get shown() {
      return nameOfRecording(run.snapshot().context.recording)
    },
    /** Reports new events of the live recording, if a listener is open. */
    reportGrowth() {
      if (standIns.open.includes('growth')) standIns.sendBack('growth', { type: 'recording.grew' })
    },
  }
}

export type Inspector = ReturnType<typeof startInspector>

/** Starts the inspector with its page open. */
export function startLooking(coverage: Coverage, live: StandInRecording, parts: Parts = {}): Inspector {
  const inspector = startInspector(coverage, live, parts)
  inspector.send({ type: 'inspector.opened' })
  return inspector
}

export const fileName = 'gravação.json'

export function recording(name: 'live' | 'file', kept: readonly [number, number]): StandInRecording {
  return new StandInRecording(name, name === 'live', kept)
}

export function choose({ send }: Inspector, name = fileName): void {
  send({ type: 'file.choose', file: new File([], name) })
}

const origin = { recordedAt: '', panelVersion: '', browser: '', note: '' }
const fileView = { actorId: null, seq: null, filter: noFilter, origin }

export function read({ standIns }: Inspector, file: StandInRecording): void {
  standIns.resolve('readFile', { name: fileName, recording: file, ...fileView })
}

/** A drawing that its one door identifies. */
export function drawing(chart: string): DrawnChart {
  const door = { id: chart, stateId: '', text: '', x: 0, y: 0, width: 0, height: 0 }
  return { width: 0, height: 0, states: [], arrows: [], doors: [door] }
}

/** Makes a child of the inspector throw by sending it an event that needs a service. */
export function breakDown({ standIns, snapshot }: Inspector, name: Neighbour): void {
  const { sender, simulator, hosted, replayMaker, brake, pageFaults } = snapshot().children
  if (name === 'growth') standIns.crash('growth')
  if (name === 'sender') sender?.send({ type: 'sender.choose', actorId: 'a', eventType: 'b' })
  if (name === 'simulator') simulator?.send({ type: 'simulator.choose', wordCode: 'A-1' })
  if (name === 'hosted') {
    hosted?.send({ type: 'hosted.want' })
    hosted?.send({ type: 'hosted.confirm' })
  }
  if (name === 'replayMaker') {
    replayMaker?.send({ type: 'replay.want' })
    const period = { actorId: 'a', firstSeq: 0, lastSeq: 0, note: '' }
    replayMaker?.send({ type: 'replay.save', period })
  }
  if (name === 'brake') {
    const braked = { actorId: 'a', name: 'a', condition: { kind: 'now' } } as const
    brake?.send({ type: 'brake.set', braked })
  }
  if (name === 'pageFaults') pageFaults?.send({ type: 'pageFaults.push' })
}

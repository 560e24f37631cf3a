import { fromCallback, fromPromise } from 'xstate'
import { openEventGate } from '../../inspector/brake/event-gate.ts'
import { createPageFaults } from '../../inspector/faults/page-faults.ts'
import { deliverSimulatedPush } from '../../inspector/faults/push-delivery.ts'
import type { LiveRecording } from '../../inspector/recording/live-recording.ts'
import type { Recording } from '../../inspector/recording/recording.ts'
import { replayDocumentOf } from '../../inspector/replay/replay-document.ts'
import { type Braked, type BrakeEvent, brakeMachine, type GateOrder } from '../../machines/inspector/brake.machine.ts'
import { noFaults, pageFaultsMachine } from '../../machines/inspector/page-faults.machine.ts'
import { replayMakerMachine } from '../../machines/inspector/replay-maker.machine.ts'
import type { Panel } from '../../machines/panel/panel.machine.ts'
import { fileTime } from '../../services/files/file-time.ts'
import { downloadTextFile } from '../../services/files/text-file.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Provides 'Virar teste': a period of the shown recording as a file (INS-5). */
export function replayMaker(shown: () => Recording, { log, now }: Neighbours) {
  return replayMakerMachine.provide({
    actors: {
      write: fromPromise(async ({ input: { period } }) => {
        const recordedAt = new Date(now()).toISOString()
        const document = replayDocumentOf(shown(), period, { recordedAt, panelVersion: __PANEL_VERSION__ })
        const actor = document.actor.replaceAll(/[^\w-]+/g, '-')
        const name = `teste-${actor}-${fileTime(recordedAt)}.json`
        downloadTextFile(name, 'application/json', `${JSON.stringify(document, null, 1)}\n`)
        return name
      }),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** Provides the brake: holds the events of an actor of the panel (INS-6). */
export function brake(live: LiveRecording, { log }: Neighbours) {
  return brakeMachine.provide({
    actors: {
      gate: fromCallback<GateOrder, { braked: Braked | null }>(({ input: { braked }, sendBack, receive }) => {
        const ref = braked === null ? undefined : live.ref(braked.actorId)
        if (braked === null || ref === undefined) throw new Error('Este ator já terminou.')
        const report = (event: BrakeEvent) => sendBack(event)
        const gate = openEventGate(ref, braked.condition, {
          onStopped: () => report({ type: 'gate.stopped' }),
          onQueue: (queue) => report({ type: 'gate.queued', ...queue }),
          onDiscarded: (event) => live.discard(braked.actorId, event),
          onEnded: () => report({ type: 'gate.ended' }),
        })
        const orders = { 'gate.step': gate.step, 'gate.discard': gate.discard, 'gate.open': gate.open }
        receive(({ type }) => orders[type]())
        return gate.close
      }),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** Provides the faults of this page (INS-7). */
export function pageFaults(panel: Panel, { config, log, now }: Neighbours) {
  let set: ReturnType<typeof createPageFaults> | undefined
  const replacements = () => {
    const { apiUrl, deviceUrl, healthUrl } = config
    return createPageFaults(window, [apiUrl, deviceUrl, healthUrl], location.origin)
  }
  return {
    machine: pageFaultsMachine.provide({
      actors: {
        apply: fromPromise(async ({ input: { faults, previous } }) => {
          if (faults.socket === 'namespaceRefused' && config.socketNamespace === '')
            throw new Error('Este painel usa o socket sem namespace. Configure socketNamespace para simular a recusa.')
          set ??= replacements()
          set(faults)
          const { session, socket, push } = panel.getSnapshot().children
          // The session measures its time again; connection and registration restart, so that the fault affects them.
          if (faults.clock !== previous.clock) session?.send({ type: 'page.shown' })
          if (faults.socket !== previous.socket) socket?.send({ type: 'link.lost' })
          if (faults.push !== previous.push && push?.getSnapshot().matches({ permission: 'allowed' })) {
            push.send({ type: 'permission.blocked' })
            push.send({ type: 'permission.allowed' })
          }
          return faults
        }),
      },
      actions: {
        deliverPush: () => deliverSimulatedPush(navigator.serviceWorker, `simulada-${now()}`),
        logFailure: logTo(log),
      },
    }),
    /** Removes all faults. */
    end: () => set?.(noFaults),
  }
}

import { type AnyActor, type AnyEventObject, type AnyStateMachine, createActor, fromCallback } from 'xstate'
import { readReplay } from '../../../scripts/replay/read-replay.ts'
import { LiveRecording } from '../../../src/inspector/recording/live-recording.ts'
import { Recorder } from '../../../src/inspector/recording/recorder.ts'
import { replayDocumentOf } from '../../../src/inspector/replay/replay-document.ts'
import type { ReplayDocument } from '../../../src/inspector/replay/replay-schema.ts'
import { settle } from '../../models/parts/production-actor.ts'
import { StepClock } from '../../models/parts/step-clock.ts'

export const startedAt = Date.parse('2026-11-27T10:00:00Z')

/** An actor with a production machine under the real recorder, on a simulated clock. */
export class RecordedActor {
  readonly clock = new StepClock(startedAt)
  readonly actor: AnyActor
  readonly recording: LiveRecording

  constructor(machine: AnyStateMachine, { id = machine.id, input }: { id?: string; input?: unknown } = {}) {
    const parent = createActor(
      fromCallback(() => {}),
      { clock: this.clock },
    )
    this.recording = new LiveRecording(new Recorder(parent, () => this.clock.now()))
    parent.start()
    this.actor = createActor(machine, { parent, id, input }).start()
  }

  send(event: AnyEventObject): void {
    this.actor.send(event)
  }

  async passes(ms: number): Promise<void> {
    await settle()
    await this.clock.advance(ms, settle)
    await settle()
  }

  /** The events from `firstSeq` to the end as a file, read again from its text. */
  document({ firstSeq = 0, note = '' } = {}): ReplayDocument {
    const { recording, actor } = this
    const period = { actorId: actor.sessionId, firstSeq, lastSeq: recording.endSeq - 1, note }
    const made = { recordedAt: new Date(startedAt).toISOString(), panelVersion: '1.2.3' }
    return readReplay(JSON.stringify(replayDocumentOf(recording, period, made)), 'test.json')
  }
}

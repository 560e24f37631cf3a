import type { ChartMove } from '../charts/chart-description.ts'
import type { AllChartWords, EventWords } from '../charts/chart-words.ts'
import { eventTypeOf } from '../charts/move-texts.ts'
import type { LiveRecording } from '../recording/live-recording.ts'
import type { Outcome } from '../recording/recording.ts'
import { checkPayload, payloadTemplate } from './payload-check.ts'
import { payloadSketch } from './payload-sketch.ts'
import type { PayloadProblem } from './shape-problems.ts'

interface Addressed {
  actorId: string
  eventType: string
}

/** The result of sending an event: its sequence number in the recording, or the reason for not sending it. */
export type Delivery =
  | { kind: 'sent'; seq: number; outcome: Outcome }
  | { kind: 'refused'; problems: readonly PayloadProblem[] }

/** The initial payload with all required fields, and the documentation of the event. */
export function draftOf(recording: LiveRecording, words: AllChartWords, addressed: Addressed, now: number) {
  const { comment, fields } = wordsOf(recording, words, addressed)
  return { text: withTime(payloadTemplate(fields), now), sketch: payloadSketch(fields), comment }
}

/**
 * Sends an event to a running actor if the payload matches the chart's declaration.
 * @throws Error with a text for people if the actor has ended
 */
export function deliver(
  recording: LiveRecording,
  words: AllChartWords,
  { text, ...addressed }: Addressed & { text: string },
): Delivery {
  const check = checkPayload(text, wordsOf(recording, words, addressed).fields)
  if (check.kind === 'invalid') return { kind: 'refused', problems: check.problems }
  const ref = recording.ref(addressed.actorId)
  if (ref === undefined)
    throw new Error('Este ator já terminou e não recebe mais eventos. Escolha outro na lista de atores.')
  const seq = recording.endSeq
  ref.send({ ...check.payload, ...failureOf(recording, addressed), type: addressed.eventType })
  return { kind: 'sent', seq, outcome: recording.event(seq)?.outcome ?? 'waiting' }
}

function wordsOf(recording: LiveRecording, words: AllChartWords, { actorId, eventType }: Addressed): EventWords {
  const { events = {} } = words[recording.actor(actorId)?.chartId ?? ''] ?? {}
  if (ownMoveOf(recording, { actorId, eventType }) !== undefined) return { comment: '', fields: [] }
  const known = Object.hasOwn(events, eventType) ? events[eventType] : undefined
  if (known === undefined) throw new Error(`O gráfico não declara o evento ${eventType}. Escolha um da lista.`)
  return known
}

/** The transition that an event of XState causes after a time, or after a service has failed. */
function ownMoveOf(recording: LiveRecording, { actorId, eventType }: Addressed): ChartMove | undefined {
  const chart = recording.chart(recording.actor(actorId)?.chartId ?? '')
  return chart?.moves.find(
    (move) => (move.trigger.kind === 'after' || move.trigger.kind === 'failed') && eventTypeOf(move) === eventType,
  )
}

/** Returns the fields of a simulated failure of a service; no fields for any other event. */
function failureOf(recording: LiveRecording, addressed: Addressed): { error?: Error } {
  const isFailure = ownMoveOf(recording, addressed)?.trigger.kind === 'failed'
  return isFailure ? { error: new Error('Falha simulada pelo inspetor.') } : {}
}

/** In every chart `at` is a time in milliseconds since the epoch: a draft starts with the current time. */
function withTime(template: string, now: number): string {
  return template.replace(/^ {2}"at": 0(?=,?$)/m, `  "at": ${now}`)
}

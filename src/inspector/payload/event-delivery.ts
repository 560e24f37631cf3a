import type { AllChartWords, EventWords } from '../charts/chart-words.ts'
import type { LiveRecording } from '../recording/live-recording.ts'
import type { Outcome } from '../recording/recording.ts'
import { checkPayload, payloadTemplate } from './payload-check.ts'
import { payloadSketch } from './payload-sketch.ts'
import type { PayloadProblem } from './shape-problems.ts'

interface Addressed {
  actorId: string
  eventType: string
}

/** What came of sending an event: where it stands in the recording, or why it was not sent. */
export type Delivery =
  | { kind: 'sent'; seq: number; outcome: Outcome }
  | { kind: 'refused'; problems: readonly PayloadProblem[] }

/** What a person starts from: the payload with every field that the event needs, and what is said of it. */
export function draftOf(recording: LiveRecording, words: AllChartWords, addressed: Addressed, now: number) {
  const { comment, fields } = wordsOf(recording, words, addressed)
  return { text: withTime(payloadTemplate(fields), now), sketch: payloadSketch(fields), comment }
}

/**
 * Sends an event to a living actor, if its payload is what the chart declares.
 * @throws Error for people where the actor has ended
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
  ref.send({ ...check.payload, type: addressed.eventType })
  return { kind: 'sent', seq, outcome: recording.event(seq)?.outcome ?? 'waiting' }
}

function wordsOf(recording: LiveRecording, words: AllChartWords, { actorId, eventType }: Addressed): EventWords {
  const { events = {} } = words[recording.actor(actorId)?.chartId ?? ''] ?? {}
  const known = Object.hasOwn(events, eventType) ? events[eventType] : undefined
  if (known === undefined) throw new Error(`O gráfico não declara o evento ${eventType}. Escolha um da lista.`)
  return known
}

/** Times of events are milliseconds since the epoch, and stand under `at` in every chart: now is what a person means. */
function withTime(template: string, now: number): string {
  return template.replace(/^ {2}"at": 0(?=,?$)/m, `  "at": ${now}`)
}

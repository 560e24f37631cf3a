import type { RecordedEvent, RecordedState, Recording } from '../recording/recording.ts'
import { type ReplayDocument, replayFormat } from './replay-schema.ts'
import { Disguise, storedValue } from './stored-value.ts'

/** The part of a recording that becomes a test: the events of one actor from `firstSeq` to `lastSeq`. */
export interface ReplayPeriod {
  actorId: string
  firstSeq: number
  lastSeq: number
  /** The note of the person, which becomes the name of the test. */
  note: string
}

const mostEvents = 2_000

/** The recorded events of an actor in a period, oldest first, without the events that the actor never processed. */
export function eventsOfPeriod(
  recording: Recording,
  { actorId, firstSeq, lastSeq }: Omit<ReplayPeriod, 'note'>,
): RecordedEvent[] {
  return recording.seqs.flatMap((seq) => {
    const event = seq < firstSeq || seq > lastSeq ? undefined : recording.event(seq)
    return event?.targetId === actorId && isProcessed(event) ? event : []
  })
}

function isProcessed({ outcome, type }: RecordedEvent): boolean {
  return outcome !== 'dropped' && outcome !== 'waiting' && type !== 'xstate.stop'
}

/**
 * Makes a test of a period (INS-5): the start of the actor, its events, and its state after each of them. Secrets,
 * e-mail addresses and names of people are replaced.
 * @throws an Error with a text for a person if the period has no events, too many, or too much data
 */
export function replayDocumentOf(
  recording: Recording,
  period: ReplayPeriod,
  made: { recordedAt: string; panelVersion: string },
): ReplayDocument {
  const actor = recording.actor(period.actorId)
  if (actor?.chartId == null) throw new Error('Um serviço não tem estados: escolha um ator com gráfico.')
  const chart = recording.chart(actor.chartId)
  const [first, ...rest] = eventsOfPeriod(recording, period)
  if (first === undefined) throw new Error('Não há eventos deste ator neste trecho.')
  if (rest.length >= mostEvents) throw new Error(`O trecho tem mais de ${mostEvents} eventos. Escolha um mais curto.`)

  const disguise = new Disguise()
  const stateAt = (seq: number) => stateOf(recording.stateAt(actor.id, seq), disguise)
  const stored = (event: RecordedEvent) => ({
    payload: storedValue(recording.payload(event.seq), disguise),
    state: stateAt(event.seq),
  })
  // The first pass collects the secrets, because a secret may appear before the field that names it.
  for (const event of [first, ...rest]) stored(event)
  const isBegun = first.type === 'xstate.init'
  const before = isBegun ? null : stateAt(first.seq - 1)
  if (!isBegun && before === null)
    throw new Error('O estado antes do primeiro evento não foi gravado. Comece o trecho um evento depois.')
  const delays = new Map(chart?.moves.map(({ id, delayMs }) => [id, delayMs]))
  return {
    ...replayFormat,
    ...made,
    note: disguise.text(period.note.trim()),
    actor: actor.name,
    chart: actor.chartId,
    start: before,
    events: [first, ...rest].map((event) => ({
      seq: event.seq,
      at: event.at,
      type: event.type,
      moves: [...event.moves],
      delayMs: event.moves.map((id) => delays.get(id) ?? null).find((delayMs) => delayMs !== null) ?? null,
      ...(event.sourceId === null && event.type.startsWith('xstate.after.') && { isForced: true }),
      ...stored(event),
    })),
  }
}

function stateOf(state: RecordedState | undefined, disguise: Disguise): ReplayDocument['start'] {
  if (state === undefined) return null
  return { status: state.status, value: state.value ?? {}, context: storedValue(state.context, disguise) }
}

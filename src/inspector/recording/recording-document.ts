import { type CopyLimits, maskedCopy } from './masked-copy.ts'
import type { RecordedActor, RecordedState, Recording } from './recording.ts'
import { type RecordingDocument, recordingFormat } from './recording-schema.ts'

/** Each event has its own copy. */
const limits: CopyLimits = { depth: 6, members: 30, text: 500, values: 400 }

type Made = Pick<RecordingDocument, 'recordedAt' | 'panelVersion' | 'browser' | 'note' | 'actorId' | 'seq' | 'filter'>

/**
 * Exports a recording as plain JSON, with secrets masked and large values cut.
 * @param seqs ascending numbers of the exported events
 * @param quiet whether actors without an exported event are exported: an installation can have thousands
 */
export function documentOf(
  recording: Recording,
  made: Made,
  seqs = recording.seqs,
  quiet: 'exported' | 'left out' = 'exported',
): RecordingDocument {
  const states = new States()
  const seen = new Map<string, RecordedActor>()
  const note = (id: string | null) => {
    const actor = id === null || seen.has(id) ? undefined : recording.actor(id)
    if (actor === undefined) return
    note(actor.parentId)
    seen.set(actor.id, actor)
  }
  const events: RecordingDocument['events'] = []
  const last = seqs.at(-1) ?? recording.endSeq - 1
  const isWhole = last === recording.endSeq - 1
  if (quiet === 'exported') for (const { id } of recording.actorsAt(recording.isLive && isWhole ? null : last)) note(id)
  note(made.actorId ?? null)
  /** For each actor: its first event. */
  const firsts = new Map<string, number>()
  for (const seq of seqs) {
    const event = recording.event(seq)
    if (event === undefined) continue
    note(event.sourceId)
    note(event.targetId)
    if (!firsts.has(event.targetId)) firsts.set(event.targetId, seq)
    const hasState = !['waiting', 'dropped', 'failed'].includes(event.outcome)
    events.push({
      ...event,
      moves: [...event.moves],
      payload: maskedCopy(recording.payload(seq), limits),
      state: hasState ? states.index(recording.stateAt(event.targetId, seq)) : null,
    })
  }
  const charts = new Set([...seen.values()].flatMap(({ chartId }) => chartId ?? []))
  return {
    ...recordingFormat,
    ...made,
    startedAt: recording.startedAt,
    firstSeq: seqs[0] ?? recording.endSeq,
    actors: [...seen.values()].map((actor) => {
      const { firstSeq, endSeq } = recording.lifeOf(actor.id)
      const before = (firsts.get(actor.id) ?? last + 1) - 1
      return { ...actor, firstSeq, endSeq, before: states.index(recording.stateAt(actor.id, before)) }
    }),
    charts: [...charts].flatMap((id) => plain(recording.chart(id)) ?? []),
    states: states.all,
    events,
  }
}

/** Most events do not change the actor's state: each distinct state is stored once. */
class States {
  readonly all: RecordingDocument['states'] = []
  /** Keyed by the most distinctive part of a state: services have no context. */
  readonly #known = new Map<unknown, { state: RecordedState; index: number }[]>()

  index(state: RecordedState | undefined): number | null {
    if (state === undefined) return null
    const key = state.context ?? state.output ?? state.error
    const alike = this.#known.get(key) ?? []
    const known = alike.find((each) => areSame(each.state, state))
    if (known !== undefined) return known.index
    const index = this.all.length
    this.all.push({
      status: state.status,
      value: state.value,
      tags: [...state.tags],
      context: maskedCopy(state.context, limits),
      output: maskedCopy(state.output, limits),
      error: maskedCopy(state.error, limits),
    })
    alike.push({ state, index })
    this.#known.set(key, alike)
    return index
  }
}

function areSame(one: RecordedState, other: RecordedState): boolean {
  return (
    one.status === other.status &&
    one.context === other.context &&
    one.output === other.output &&
    one.error === other.error &&
    JSON.stringify([one.value, one.tags]) === JSON.stringify([other.value, other.tags])
  )
}

function plain(chart: ReturnType<Recording['chart']>): RecordingDocument['charts'][number] | undefined {
  return (
    chart && {
      id: chart.id,
      states: chart.states.map((state) => ({
        ...state,
        children: [...state.children],
        invokes: [...state.invokes],
        tags: [...state.tags],
      })),
      moves: chart.moves.map((move) => ({ ...move, to: [...move.to], actions: [...move.actions] })),
    }
  )
}

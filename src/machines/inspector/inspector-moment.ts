import type { InspectorLink } from '../../inspector/recording/inspector-link.ts'
import type { RecordedActor, Recording } from '../../inspector/recording/recording.ts'

/** The number of the newest event; without events, one less than the oldest number. */
export function lastSeq({ endSeq }: Recording): number {
  return endSeq - 1
}

/** The kept event at or before `seq`, else the oldest; without events, `lastSeq`. */
export function nearestSeq(recording: Recording, seq: number): number {
  return recording.seqs[Math.max(0, indexOfSeq(recording.seqs, seq))] ?? lastSeq(recording)
}

/** The kept event that is `by` events after `seq`. */
export function steppedSeq(recording: Recording, seq: number, by: number): number {
  const { seqs } = recording
  const at = Math.min(indexOfSeq(seqs, seq) + Math.trunc(by), seqs.length - 1)
  return seqs[Math.max(0, at)] ?? lastSeq(recording)
}

/** Index of the last of the ascending numbers that is not greater than `seq`; -1 if all are greater. */
export function indexOfSeq(seqs: readonly number[], seq: number): number {
  let [low, high] = [0, seqs.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((seqs[middle] ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The living actor with this name or, in a file, the one at its end; null without such an actor. */
function actorNamed(recording: Recording, name: string): string | null {
  const moment = recording.isLive ? null : lastSeq(recording)
  return recording.actorsAt(moment).find((actor) => actor.name === name)?.id ?? null
}

/** The running actor with this name, else the actor with this name that ended last; null without such an actor. */
export function actorKnownAs(recording: Recording, name: string): string | null {
  return actorNamed(recording, name) ?? recording.actors().findLast((actor) => actor.name === name)?.id ?? null
}

/** The event of a link; null if the link belongs to another recording, or the recording has dropped the event. */
export function linkedSeq(recording: Recording, { event, recording: linked }: InspectorLink): number | null {
  if (event === null || linked !== recording.startedAt) return null
  return nearestSeq(recording, event) === event ? event : null
}

/**
 * The actor that has the place of the selected one at a moment at which the selected one does not run: a breaker is
 * created again when its device fails again, and a reload creates all actors again. Null without such an actor.
 * @param moment null for now
 */
export function replacementOf(recording: Recording, actorId: string | null, moment: number | null): string | null {
  const actor = actorId === null ? undefined : recording.actor(actorId)
  if (actor === undefined || runsAt(recording, actor.id, moment)) return null
  const replacement = recording.actorsAt(moment).find((other) => haveSamePlace(recording, actor, other))
  return replacement === undefined || replacement.id === actor.id ? null : replacement.id
}

/** Whether two actors have the same name and a parent of the same name: the same actor, created again. */
export function haveSamePlace(recording: Recording, one: RecordedActor, other: RecordedActor): boolean {
  if (one.id === other.id) return true
  const nameOf = (id: string | null) => (id === null ? null : recording.actor(id)?.name)
  return one.name === other.name && nameOf(one.parentId) === nameOf(other.parentId)
}

function runsAt(recording: Recording, actorId: string, moment: number | null): boolean {
  if (moment === null) return recording.stateAt(actorId, null)?.status === 'active'
  const { firstSeq, endSeq } = recording.lifeOf(actorId)
  return firstSeq <= moment && (endSeq === null || endSeq > moment)
}

/** The actor selected when the recording was exported, else the first actor. */
export function inspectedIn(recording: Recording, actorId: string | null): string | null {
  const inspected = actorId === null ? undefined : recording.actor(actorId)
  return (inspected ?? recording.actorsAt(lastSeq(recording))[0])?.id ?? null
}

/** The chart of an actor; null if it has no chart. */
export function chartOf(recording: Recording, actorId: string | null): string | null {
  return (actorId === null ? undefined : recording.actor(actorId))?.chartId ?? null
}

/** Whether a link names a recording, a moment or a note, not only an actor. */
export function isFullLink({ recording, note, at }: InspectorLink): boolean {
  return recording !== null || at !== null || note !== ''
}

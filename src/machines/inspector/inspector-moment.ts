import type { Recording } from '../../inspector/recording/recording.ts'

/** The number of the newest event; without events, one less than the oldest number. */
export function lastSeq({ endSeq }: Recording): number {
  return endSeq - 1
}

/** The event of a recording nearest to `seq`; the oldest events of a recording are dropped. */
export function nearestSeq(recording: Recording, seq: number): number {
  return Math.max(Math.min(Math.trunc(seq), lastSeq(recording)), Math.min(recording.firstSeq, lastSeq(recording)))
}

/** The living actor with this name or, in a file, the one at its end; null without such an actor. */
export function actorNamed(recording: Recording, name: string): string | null {
  const moment = recording.isLive ? null : lastSeq(recording)
  return recording.actorsAt(moment).find((actor) => actor.name === name)?.id ?? null
}

/** The actor that replaced a stopped one: a breaker is created again when its device fails again. */
export function successorOf(recording: Recording, actorId: string | null): string | null {
  const actor = actorId === null ? undefined : recording.actor(actorId)
  if (actor === undefined || recording.stateAt(actor.id, null)?.status === 'active') return null
  const successor = actorNamed(recording, actor.name)
  return successor === actor.id ? null : successor
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

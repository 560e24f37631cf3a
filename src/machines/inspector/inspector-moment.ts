import type { Recording } from '../../inspector/recording/recording.ts'

/** The newest event; before the first one there is none, and this is one less than the oldest. */
export function lastSeq({ endSeq }: Recording): number {
  return endSeq - 1
}

/** The event of a recording that is nearest to this one; events are counted, and the oldest are given up. */
export function nearestSeq(recording: Recording, seq: number): number {
  return Math.max(Math.min(Math.trunc(seq), lastSeq(recording)), Math.min(recording.firstSeq, lastSeq(recording)))
}

/** The actor of this name that lives now or, in a file, lived at its end; null where there is none. */
export function actorNamed(recording: Recording, name: string): string | null {
  const moment = recording.isLive ? null : lastSeq(recording)
  return recording.actorsAt(moment).find((actor) => actor.name === name)?.id ?? null
}

/** The one that has taken the place of an actor that is gone: a breaker is made anew when its device fails again. */
export function successorOf(recording: Recording, actorId: string | null): string | null {
  const actor = actorId === null ? undefined : recording.actor(actorId)
  if (actor === undefined || recording.stateAt(actor.id, null)?.status === 'active') return null
  const successor = actorNamed(recording, actor.name)
  return successor === actor.id ? null : successor
}

/** The actor that a recording was exported with; its first one where that is not known. */
export function inspectedIn(recording: Recording, actorId: string | null): string | null {
  const inspected = actorId === null ? undefined : recording.actor(actorId)
  return (inspected ?? recording.actorsAt(lastSeq(recording))[0])?.id ?? null
}

/** The chart of an actor; null for one without. */
export function chartOf(recording: Recording, actorId: string | null): string | null {
  return (actorId === null ? undefined : recording.actor(actorId))?.chartId ?? null
}

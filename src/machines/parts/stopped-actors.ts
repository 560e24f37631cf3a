import type { AnyActorRef } from 'xstate'

/** Stops the children of a crashed actor; XState does not stop them. */
export function stopChildrenOf(crashed: AnyActorRef | undefined): void {
  const children: Record<string, AnyActorRef> = crashed?.getSnapshot().children ?? {}
  for (const orphan of Object.values(children)) stopActor(orphan)
}

/** Stops an actor that is not in a parent's children record; XState lets other code stop only root actors. */
export function stopActor(actor: AnyActorRef): void {
  if (actor.getSnapshot().status === 'active') actor.send({ type: 'xstate.stop' })
}

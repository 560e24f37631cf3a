import type { AnyActorRef } from 'xstate'

/** Stops the children of a crashed actor; XState does not stop them. */
export function stopChildrenOf(crashed: AnyActorRef | undefined): void {
  const children: Record<string, AnyActorRef> = crashed?.getSnapshot().children ?? {}
  for (const orphan of Object.values(children)) stopActor(orphan)
}

/** An action: stops the children of each crashed child. */
export function stopOrphans({ self }: { self: AnyActorRef }): void {
  const children: Record<string, AnyActorRef> = self.getSnapshot().children
  for (const child of Object.values(children)) if (child.getSnapshot().status === 'error') stopChildrenOf(child)
}

/** Stops an actor that is not in a parent's children record; XState lets other code stop only root actors. */
export function stopActor(actor: AnyActorRef): void {
  if (actor.getSnapshot().status === 'active') actor.send({ type: 'xstate.stop' })
}

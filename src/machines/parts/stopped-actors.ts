import type { AnyActorRef } from 'xstate'

/** Stops what a crashed actor leaves running: XState does not. */
export function stopChildrenOf(crashed: AnyActorRef | undefined): void {
  const children: Record<string, AnyActorRef> = crashed?.getSnapshot().children ?? {}
  for (const orphan of Object.values(children)) stopActor(orphan)
}

/** Stops an actor that is in nobody's children record; XState lets only roots be stopped from outside. */
export function stopActor(actor: AnyActorRef): void {
  if (actor.getSnapshot().status === 'active') actor.send({ type: 'xstate.stop' })
}

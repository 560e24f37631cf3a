import type { AnyActorRef } from 'xstate'
import type { ActorId } from './actor-ids.ts'

/** BOOT-4: a child that crashes is started again this often within a minute. */
export const crashLimits = { restarts: 3, withinMs: 60_000 } as const

/** What every supervised child has: its id, and what follows its crash (BOOT-4). */
export function supervised<Id extends ActorId>(actorId: Id) {
  const crash = ({ event }: { event: { error: unknown } }) => ({ actorId, error: event.error })
  return {
    id: actorId,
    systemId: actorId,
    onError: [
      {
        guard: { type: 'crashesTooOften', params: { actorId } },
        target: '#panel.crashed',
        actions: [
          { type: 'logCrash', params: crash },
          { type: 'countCrash', params: crash },
          { type: 'stopOrphans', params: { actorId } },
        ],
      },
      {
        target: 'alive',
        reenter: true,
        actions: [
          { type: 'logCrash', params: crash },
          { type: 'countCrash', params: crash },
          { type: 'stopOrphans', params: { actorId } },
          { type: 'forgetCrashLater', params: { actorId } },
        ],
      },
    ],
  } as const
}

/** Stops what a crashed actor leaves running: XState does not. */
export function stopChildrenOf(crashed: AnyActorRef | undefined): void {
  const children: Record<string, AnyActorRef> = crashed?.getSnapshot().children ?? {}
  for (const orphan of Object.values(children)) stopActor(orphan)
}

/** Stops an actor that is in nobody's children record; XState lets only roots be stopped from outside. */
export function stopActor(actor: AnyActorRef): void {
  if (actor.getSnapshot().status === 'active') actor.send({ type: 'xstate.stop' })
}

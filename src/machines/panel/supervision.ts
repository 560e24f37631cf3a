import type { AnyActorRef } from 'xstate'
import type { ActorId } from './actor-ids.ts'
import type { PanelEvent } from './panel-protocol.ts'

/** BOOT-4: a child that crashes is started again this often within a minute. */
export const crashLimits = { restarts: 3, withinMs: 60_000 } as const

/** Names the action that hands the event on to a child. */
export function forwardTo<Id extends ActorId>(to: Id) {
  return { type: 'forward', params: { to } } as const
}

/**
 * The region of a child: it is invoked under its id, hears the reports of others that it asks for, and is started again
 * when it crashes (BOOT-4).
 */
export function region<Id extends ActorId, Input>(actorId: Id, input: Input, ...hears: PanelEvent['type'][]) {
  return {
    initial: 'alive',
    states: { alive: { invoke: { src: actorId, input, ...supervised(actorId) } } },
    on: Object.fromEntries(hears.map((type) => [type, { actions: forwardTo(actorId) }])),
  } as const
}

function supervised<Id extends ActorId>(actorId: Id) {
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

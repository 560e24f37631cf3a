import type { ActorLogic, EventObject, Snapshot } from 'xstate'

/**
 * Stands for logic whose code comes later. It must be there when the first actor is made of it; until then, nothing of it
 * is asked.
 */
export function deferred<State extends Snapshot<unknown>, Event extends EventObject, Input>(
  logic: () => ActorLogic<State, Event, Input>,
): ActorLogic<State, Event, Input> {
  return {
    getInitialSnapshot: (scope, input) => logic().getInitialSnapshot(scope, input),
    transition: (snapshot, event, scope) => logic().transition(snapshot, event, scope),
    start: (snapshot, scope) => logic().start?.(snapshot, scope),
    getPersistedSnapshot: (snapshot, options) => logic().getPersistedSnapshot(snapshot, options),
  }
}

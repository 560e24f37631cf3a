import type { ActorLogic, EventObject, Snapshot } from 'xstate'

/** Creates logic from code that is loaded later. The code must be loaded before the first actor is created. */
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

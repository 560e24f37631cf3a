import { assign, type EventObject } from 'xstate'
import { entry } from './journal.ts'
import type { ModelContext } from './path-runner.ts'

/** Action creators for one model, typed with its context and events. */
export function modelActions<Context extends ModelContext, Event extends EventObject>() {
  /** Replaces parts of the context. */
  const update = (change: (context: Context, event: Event) => Partial<Context>) =>
    assign<Context, Event, undefined, Event, never>(({ context, event }) => change(context, event))
  /** Adds journal entries that the production machine must produce. */
  const did = (...entries: string[]) =>
    update((context) => ({ did: [...context.did, ...entries] }) as unknown as Partial<Context>)
  /** Expects the message in the log. */
  const logs = (message: string) => did(entry('does', 'logFailure', message))
  return { update, did, logs }
}

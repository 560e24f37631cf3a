import {
  type ActorLogic,
  type AnyStateMachine,
  type CallbackActorLogic,
  type EventFromLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type InputFrom,
  type PromiseActorLogic,
  type SnapshotFrom,
} from 'xstate'

/** Placeholder for an asynchronous service: rejects with its own name until the composition or a test provides it. */
export function promiseNotProvided<Output, Input = undefined>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`not provided: ${name}`)))
}

/** Placeholder for a listener: fails with its own name until the composition or a test provides it. */
export function callbackNotProvided<Event extends EventObject, Input = undefined>(
  name: string,
): CallbackActorLogic<Event, Input> {
  return fromCallback<Event, Input>(() => {
    throw new Error(`not provided: ${name}`)
  })
}

/** Placeholder for an effect: throws its own name until the composition or a test provides it. */
export function effectNotProvided<Params = undefined>(name: string): (args: unknown, params: Params) => void {
  return () => {
    throw new Error(`not provided: ${name}`)
  }
}

/** Placeholder for a guard whose rule a service owns: throws its own name until the composition or a test provides it. */
export function guardNotProvided<Params>(name: string): (args: unknown, params: Params) => boolean {
  return () => {
    throw new Error(`not provided: ${name}`)
  }
}

/** Logic of a machine whose code comes later: the page loads fast, and its flows when somebody signs in. */
export type LaterLogic<Machine extends AnyStateMachine> = ActorLogic<
  SnapshotFrom<Machine>,
  EventFromLogic<Machine>,
  InputFrom<Machine>
>

/** Placeholder for a machine that is loaded later: fails with its actor's id until the composition or a test provides it. */
export function machineNotProvided<Machine extends AnyStateMachine>(): LaterLogic<Machine> {
  const fail = () => {
    throw new Error('nothing starts it')
  }
  return {
    getInitialSnapshot: ({ id }) => {
      throw new Error(`not provided: ${id}`)
    },
    transition: fail,
    getPersistedSnapshot: fail,
  }
}

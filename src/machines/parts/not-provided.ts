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

/** Placeholder for an asynchronous service: rejects with its name until the composition or a test provides it. */
export function promiseNotProvided<Output, Input = undefined>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`not provided: ${name}`)))
}

/** Placeholder for a listener: throws its name until the composition or a test provides it. */
export function callbackNotProvided<Event extends EventObject, Input = undefined>(
  name: string,
): CallbackActorLogic<Event, Input> {
  return fromCallback<Event, Input>(() => {
    throw new Error(`not provided: ${name}`)
  })
}

/** Placeholder for an effect: throws its name until the composition or a test provides it. */
export function effectNotProvided<Params = undefined>(name: string): (args: unknown, params: Params) => void {
  return () => {
    throw new Error(`not provided: ${name}`)
  }
}

/** Placeholder for a guard that a service decides: throws its name until the composition or a test provides it. */
export function guardNotProvided<Params>(name: string): (args: unknown, params: Params) => boolean {
  return () => {
    throw new Error(`not provided: ${name}`)
  }
}

/** Logic of a machine with code that is loaded later: the page loads fast, and the flows load after the sign-in. */
export type LaterLogic<Machine extends AnyStateMachine> = ActorLogic<
  SnapshotFrom<Machine>,
  EventFromLogic<Machine>,
  InputFrom<Machine>
>

/** Placeholder for a later machine: throws its actor's id until the composition or a test provides it. */
export function machineNotProvided<Machine extends AnyStateMachine>(): LaterLogic<Machine> {
  const fail = () => {
    throw new Error('not provided: this machine never starts')
  }
  return {
    getInitialSnapshot: ({ id }) => {
      throw new Error(`not provided: ${id}`)
    },
    transition: fail,
    getPersistedSnapshot: fail,
  }
}

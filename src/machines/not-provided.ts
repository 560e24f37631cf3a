import { type CallbackActorLogic, type EventObject, fromCallback, fromPromise, type PromiseActorLogic } from 'xstate'

/** Placeholder for an asynchronous service: rejects with its own name until `panel.ts` or a test provides it. */
export function promiseNotProvided<Output, Input = undefined>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`not provided: ${name}`)))
}

/** Placeholder for a listener: fails with its own name until `panel.ts` or a test provides it. */
export function callbackNotProvided<Event extends EventObject, Input = undefined>(
  name: string,
): CallbackActorLogic<Event, Input> {
  return fromCallback<Event, Input>(() => {
    throw new Error(`not provided: ${name}`)
  })
}

/** Placeholder for an effect: throws its own name until `panel.ts` or a test provides it. */
export function effectNotProvided<Params = undefined>(name: string): (args: unknown, params: Params) => void {
  return () => {
    throw new Error(`not provided: ${name}`)
  }
}

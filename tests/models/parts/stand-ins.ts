import {
  type AnyActorRef,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate'
import { entry, eventEntry } from './journal.ts'

interface Call {
  name: string
  input: unknown
  resolve(output: unknown): void
  reject(error: unknown): void
}

interface Listener {
  name: string
  input: unknown
  self: AnyActorRef
  sendBack(event: EventObject): void
}

/**
 * Stand-ins for services: promises that the test settles, listeners that the test sends events from, recorded effects.
 */
export class StandIns {
  /** Requests, effects and events sent by the machine, in order. */
  readonly journal: string[] = []
  readonly #calls = new Set<Call>()
  readonly #listeners = new Set<Listener>()
  readonly #throwing = new Map<string, unknown>()

  promise<Output, Input>(name: string, inputOf = (input: Input): unknown => input): PromiseActorLogic<Output, Input> {
    return fromPromise<Output, Input>(({ input, signal }) => {
      this.#throwIfAsked(name)
      this.journal.push(entry('asks', name, inputOf(input)))
      return new Promise<Output>((resolve, reject) => {
        const call: Call = { name, input, resolve: (output) => resolve(output as Output), reject }
        this.#calls.add(call)
        signal.addEventListener('abort', () => this.#calls.delete(call))
      })
    })
  }

  callback<Event extends EventObject, Input = undefined>(
    name: string,
    inputOf = (input: Input): unknown => input,
  ): CallbackActorLogic<Event, Input> {
    return fromCallback<Event, Input>(({ input, self, sendBack, receive }) => {
      this.#throwIfAsked(name)
      this.journal.push(entry('asks', name, inputOf(input)))
      const listener: Listener = { name, input, self, sendBack: (event) => sendBack(event) }
      this.#listeners.add(listener)
      receive((event) => {
        if (event.type === 'stand-in.crash') {
          this.#listeners.delete(listener)
          throw new Error(`crash of ${name}`)
        }
        this.journal.push(`${entry('sends', name)} ${eventEntry('sends', event).slice('sends '.length)}`)
      })
      return () => this.#listeners.delete(listener)
    })
  }

  /** An effect; `payloadOf` makes the payload of its journal entry. */
  effect<Args, Params>(name: string, payloadOf?: (args: Args, params: Params) => unknown) {
    return (args: Args, params: Params): void => {
      this.#throwIfAsked(name)
      this.journal.push(entry('does', name, payloadOf?.(args, params)))
    }
  }

  /** Names of the pending promises and the open listeners, in alphabetical order. */
  get open(): string[] {
    return [...this.#calls, ...this.#listeners].map(({ name }) => name).sort()
  }

  inputOf(name: string): unknown {
    return (this.#find(this.#calls, name) ?? this.#find(this.#listeners, name))?.input
  }

  resolve(name: string, output: unknown): void {
    this.#settle(name).resolve(output)
  }

  reject(name: string, error: unknown = new Error(`failure of ${name}`)): void {
    this.#settle(name).reject(error)
  }

  sendBack(name: string, event: EventObject): void {
    this.#listener(name).sendBack(event)
  }

  /** The open listener throws, as if it failed while handling an event. */
  crash(name: string): void {
    this.#listener(name).self.send({ type: 'stand-in.crash' })
  }

  /** From now on the service or effect throws when it starts, until `mend` is called. */
  breakDown(name: string, error: unknown = new Error(`crash of ${name}`)): void {
    this.#throwing.set(name, error)
  }

  mend(name: string): void {
    this.#throwing.delete(name)
  }

  #throwIfAsked(name: string): void {
    if (this.#throwing.has(name)) throw this.#throwing.get(name)
  }

  #settle(name: string): Call {
    const call = this.#find(this.#calls, name)
    if (call === undefined) throw notOpen(name, this.open)
    this.#calls.delete(call)
    return call
  }

  #listener(name: string): Listener {
    const listener = this.#find(this.#listeners, name)
    if (listener === undefined) throw notOpen(name, this.open)
    return listener
  }

  #find<Kind extends { name: string }>(kinds: Set<Kind>, name: string): Kind | undefined {
    return [...kinds].find((each) => each.name === name)
  }
}

function notOpen(name: string, open: readonly string[]): Error {
  return new Error(
    `the machine does not wait for '${name}' now (it waits for: ${open.join(', ') || 'nothing'}): the step needs a state in which it does, and the stand-in '${name}' must be in the provide({…}) of the test`,
  )
}

import type { AnyActor, AnyEventObject } from 'xstate'
import { isOfChart } from '../recording/tracked-actor.ts'

/**
 * When the events of an actor are held: immediately, after the actor enters a state, before an event, or each for
 * `everyMs`.
 */
export type BrakeCondition =
  | { kind: 'now' }
  | { kind: 'state'; stateId: string }
  | { kind: 'event'; eventType: string }
  | { kind: 'slow'; everyMs: number }

export interface GateReport {
  onStopped(): void
  /** `next`: type of the first held event; null if no event is held. */
  onQueue(queue: { waiting: number; next: string | null }): void
  /** A person discarded a held event. */
  onDiscarded(event: AnyEventObject): void
  /** The actor ended; held events are dropped, as XState drops events to an ended actor. */
  onEnded(): void
}

export interface EventGate {
  /** Delivers the first held event. */
  step(): void
  /** Drops the first held event, so that the actor never receives the event. */
  discard(): void
  /** Delivers the held events in order, until the condition is met again. */
  open(): void
  /** Delivers all held events and ends. */
  close(): void
}

/** Method of an actor by which XState delivers every event. The types of XState do not contain this method. */
const delivery = '_send'

/**
 * Holds the events of an actor in their order (INS-6). The actor, its timers and the rest of the panel continue; only
 * events to the actor wait. The event that stops the actor is never held.
 * @throws an Error with a text for people if this version of XState delivers events in another way
 */
export function openEventGate(ref: AnyActor, condition: BrakeCondition, report: GateReport): EventGate {
  const deliverNow = deliveryTo(ref)
  const held: AnyEventObject[] = []
  let isHolding = condition.kind === 'now'
  let isDelivering = false
  let isIn = isInState()
  let isNextLetThrough = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function isInState(): boolean {
    if (condition.kind !== 'state') return false
    const snapshot: unknown = ref.getSnapshot()
    return isOfChart(snapshot) && snapshot._nodes.some(({ id }) => id === condition.stateId)
  }
  function stop(): void {
    isHolding = true
    report.onStopped()
  }
  function deliver(event: AnyEventObject): void {
    isDelivering = true
    deliverNow(event)
    isDelivering = false
    const wasIn = isIn
    isIn = isInState()
    if (isIn && !wasIn && !isHolding) stop()
  }
  /**
   * Delivers held events until the gate holds events again. An event that arrives meanwhile waits behind the held
   * events.
   */
  function drain(): void {
    while (!isHolding && timer === undefined) {
      const [next] = held
      if (next === undefined) break
      if (condition.kind === 'event' && next.type === condition.eventType && !isNextLetThrough) {
        stop()
        break
      }
      isNextLetThrough = false
      held.shift()
      deliver(next)
      if (condition.kind === 'slow') timer = setTimeout(beat, condition.everyMs)
    }
    reportQueue()
  }
  function reportQueue(): void {
    report.onQueue({ waiting: held.length, next: held[0]?.type ?? null })
  }
  function beat(): void {
    timer = undefined
    drain()
  }
  function remove(): void {
    Reflect.deleteProperty(ref, delivery)
    clearTimeout(timer)
    timer = undefined
    ended.unsubscribe()
  }

  Object.defineProperty(ref, delivery, {
    configurable: true,
    value: (event: AnyEventObject) => {
      held.push(event)
      if (!isDelivering) drain()
    },
  })
  const ended = ref.subscribe({
    complete: () => {
      held.length = 0
      report.onEnded()
    },
    error: () => report.onEnded(),
  })
  if (isHolding) report.onStopped()
  function take(use: (event: AnyEventObject) => void): void {
    const next = held.shift()
    if (next === undefined) return
    use(next)
    reportQueue()
  }
  return {
    step: () => take(deliver),
    discard: () => take(report.onDiscarded),
    open() {
      isHolding = false
      isNextLetThrough = true
      drain()
    },
    close() {
      remove()
      for (const event of held.splice(0)) deliver(event)
    },
  }
}

function deliveryTo(ref: AnyActor): (event: AnyEventObject) => void {
  const send: unknown = Reflect.get(ref, delivery)
  if (typeof send !== 'function') throw new Error('Os eventos deste ator não podem ser retidos.')
  return (event) => {
    Reflect.apply(send, ref, [event])
  }
}

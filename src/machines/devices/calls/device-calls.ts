import type { AnyActorRef } from 'xstate'
import type { StoredBreaker } from '../../../services/breaker/breaker-memory.ts'
import type { IsolatedDevice } from '../../../services/breaker/isolation-memory.ts'
import type { DeviceAnswer } from '../../../services/devices/device-answer.ts'
import { now } from '../../parts/clock.ts'
import { enterRetry } from '../../retry/retried.ts'
import type { AttemptResult, RetryJob, retryMachine } from '../../retry/retry.machine.ts'
import { networkOperation, type RetryPolicy } from '../../retry/retry-policies.ts'
import { type BreakerLogic, DeviceCircuits } from './device-circuits.ts'
import { type CallTrace, CircuitOpenError, type DeviceTarget } from './device-errors.ts'
import { type DeviceResult, DeviceResults } from './device-results.ts'
import { errorOf, type Failure, failedWith, final, isFailure, mayPass } from './failed-attempts.ts'
import { failureCodeOf } from './failure-code.ts'

/** What the calls are made with. */
export interface DeviceCallParts {
  breaker: BreakerLogic
  retry: typeof retryMachine
  /** Circuits of before the page was loaded (CB-9). */
  stored: readonly StoredBreaker[]
  /** In [0, 1). */
  random: () => number
  /** Calls made while the browser is offline count nothing (DEV-3). */
  isOnline: () => boolean
  /** A fresh `Idempotency-Key`. */
  newKey: () => string
}

export interface DeviceCallOptions extends Pick<RetryJob, 'onWait' | 'onAttempt'> {
  /** Cancels the call: it rejects with the signal's reason, and counts nothing. */
  signal?: AbortSignal
  policy?: RetryPolicy
  /** The call's `Idempotency-Key`, where it has one: records of what it moves carry it (EVI-2). */
  key?: string
}

/** One attempt to reach a device. Rejects only with the reason of the caller's signal. */
export type DeviceAttempt<Data> = () => Promise<DeviceAnswer<Data>>

/** What a call goes through, from its first attempt to its end. */
interface CallSession extends Pick<DeviceCallParts, 'retry' | 'random' | 'isOnline' | 'newKey'> {
  circuits: DeviceCircuits
}

/** Before the work is taken up, and after its end. */
const noLine: CallSession = {
  get circuits() {
    return notProvided()
  },
  get retry() {
    return notProvided()
  },
  random: () => notProvided(),
  isOnline: () => notProvided(),
  newKey: () => notProvided(),
}

/** Many changes of circuits are one change for views: they come in hundreds when a network falls. */
const changesToldAfterMs = 100

/** How long after a page was asked to leave failures may be its own doing; it may stay after all. */
const leavingMs = 2_000

/**
 * Calls to devices: retry outside, breaker inside (DEV-2). Here it is decided which attempts count: one that failed while the
 * browser was online, and one that was answered, unless its caller has let go or the page's end cut it off (LIVE-4). What they add up to, who is let through then, and
 * when it is tried again is for the charts; they are entered when there is something to decide: while nothing is known against
 * a device and its first attempt succeeds, no actor is made and no event is sent.
 */
export class DeviceCalls {
  readonly #parent: AnyActorRef
  readonly #results = new DeviceResults()
  /** Of the retries under way. */
  readonly #cancels = new Set<(reason: unknown) => void>()
  #callSession = noLine
  #retryCount = 0
  /** Another one begins when the page ends, and when it comes back: a call says nothing across that. */
  #pageTurn = 0
  /** When the page was last asked to leave, in milliseconds since the epoch. */
  #leavingAt = Number.NEGATIVE_INFINITY
  /** The timer after which the parent is told of changes. */
  #reportTimer: unknown

  /** @param parent hears `circuits.changed` 100 ms after a change, once for all that have come meanwhile */
  constructor(parent: AnyActorRef) {
    this.#parent = parent
  }

  /** Takes up the work; the function it returns ends it, and every call under way. */
  open(parts: DeviceCallParts): () => void {
    const { breaker, stored, ...others } = parts
    const circuits = new DeviceCircuits(this.#parent, breaker, stored, () => this.#tellChange())
    this.#callSession = { ...others, circuits }
    return () => {
      for (const cancel of this.#cancels) cancel(new DOMException('', 'AbortError'))
      circuits.close()
      this.#callSession = noLine
      this.#parent.system._clock.clearTimeout(this.#reportTimer)
    }
  }

  /** An `Idempotency-Key` for a call: the server acts once on all of its attempts. */
  newKey(): string {
    return this.#callSession.newKey()
  }

  /** The circuits. Throws before `open` and after its end. */
  get circuits(): DeviceCircuits {
    return this.#callSession.circuits
  }

  /** The page is asked to leave, and may stay: a browser may cut calls off before the page ends (LIVE-4). */
  pageLeaves(): void {
    this.#leavingAt = now(this.#parent)
  }

  /** The page ends, or comes back from the browser's memory: what is under way says nothing, and a trial's place is free (LIVE-4). */
  pageTurns(): void {
    this.#pageTurn += 1
    this.#leavingAt = Number.NEGATIVE_INFINITY
    this.#callSession.circuits.freeTrials()
  }

  /** Whether a failure is the device's now: with a network, and a page that stays (DEV-3, LIVE-4). */
  get blamesDevice(): boolean {
    const leavingForMs = now(this.#parent) - this.#leavingAt
    return this.#callSession.isOnline() && !(leavingForMs >= 0 && leavingForMs < leavingMs)
  }

  /** Another tab has found the device away: an open circuit waits from then on, and nothing is counted (LIVE-3). */
  failedElsewhere(wordCode: string, at: number, error: string): void {
    if (this.#callSession !== noLine) this.circuits.failedElsewhere(wordCode, at, error)
  }

  /** What this browser keeps of isolations, at the start and as another tab changes it; null where nothing is kept. */
  takeIsolations(devices: readonly IsolatedDevice[] | null): void {
    if (this.#callSession !== noLine && devices !== null) this.circuits.takeIsolations(devices)
  }

  /** Attempts made lately, oldest first. */
  resultsOf(wordCode: string): readonly DeviceResult[] {
    return this.#results.of(wordCode)
  }

  /**
   * Makes a call through the device's circuit, and again by the policy while it fails.
   * @throws CircuitOpenError, DeviceTimeoutError, DeviceUnreachableError, DeviceFailureError, DeviceNotAskedError,
   * DeviceRejectedError, DeviceSessionError, or the reason of the caller's signal
   */
  async call<Data>(target: DeviceTarget, attempt: DeviceAttempt<Data>, options: DeviceCallOptions = {}): Promise<Data> {
    options.signal?.throwIfAborted()
    const callSession = this.#callSession
    const answer = await this.#attempt(callSession, target, attempt, options)
    if (answer === null) throw refusalOf(callSession, target.wordCode, 0)
    if (answer.kind === 'answered') return answer.data
    const { policy = networkOperation } = options
    if (policy.attempts < 2 || !this.#mayRetry(callSession, target, answer)) {
      throw errorOf(answer, traceOf(callSession, target.wordCode, 1))
    }
    return this.#retried(callSession, target, attempt, answer, { ...options, policy })
  }

  /** One attempt, or null where the circuit refuses it; what ends after the line or the page itself counts nothing. */
  async #attempt<Data>(
    callSession: CallSession,
    target: DeviceTarget,
    attempt: DeviceAttempt<Data>,
    { signal, key }: Pick<DeviceCallOptions, 'signal' | 'key'>,
  ): Promise<DeviceAnswer<Data> | null> {
    const { circuits, isOnline } = callSession
    const { wordCode } = target
    const startedAt = now(this.#parent)
    const circuitEpoch = circuits.admit(wordCode)
    if (circuitEpoch === null) return null
    const startsOnline = isOnline()
    const pageTurn = this.#pageTurn
    let answer: DeviceAnswer<Data>
    try {
      answer = await attempt()
      signal?.throwIfAborted()
    } catch (error) {
      circuits.uncounted(wordCode, circuitEpoch)
      throw error
    }
    if (this.#callSession !== callSession || this.#pageTurn !== pageTurn) return answer
    const ended = { durationMs: now(this.#parent) - startedAt, key }
    if (answer.kind === 'answered') {
      if (circuits.get(wordCode) !== undefined) {
        this.#note(wordCode, startedAt, 'answered', '')
        circuits.succeeded(wordCode, circuitEpoch, ended)
      }
    } else if (answer.kind === 'failed' && startsOnline && this.blamesDevice) {
      const error = failureCodeOf(answer) ?? ''
      this.#note(wordCode, startedAt, 'failed', error)
      circuits.failed(target, circuitEpoch, error, ended)
    } else {
      const outcome = answer.kind === 'unauthorized' ? 'rejected' : answer.kind
      this.#note(wordCode, startedAt, outcome, failureCodeOf(answer) ?? '')
      circuits.uncounted(wordCode, circuitEpoch)
    }
    return answer
  }

  async #retried<Data>(
    callSession: CallSession,
    target: DeviceTarget,
    attempt: DeviceAttempt<Data>,
    failure: Failure,
    options: DeviceCallOptions & { policy: RetryPolicy },
  ): Promise<Data> {
    const { wordCode } = target
    const { retry, random } = callSession
    const { signal, policy, onWait, onAttempt } = options
    let attempts = 1
    const again = async (): Promise<AttemptResult<Data>> => {
      try {
        const answer = await this.#attempt(callSession, target, attempt, options)
        if (answer === null) return final(refusalOf(callSession, wordCode, attempts))
        attempts += 1
        if (answer.kind === 'answered') return { ok: true, value: answer.data }
        return { ...failedWith(answer), mayRetry: this.#mayRetry(callSession, target, answer) }
      } catch (error) {
        return final(error)
      }
    }
    this.#retryCount += 1
    const { value, cancel } = enterRetry(failedWith(failure), {
      id: `retry:${this.#retryCount}`,
      parent: this.#parent,
      logic: retry,
      policy,
      attempt: again,
      signal,
      random,
      ...(onWait && { onWait }),
      ...(onAttempt && { onAttempt }),
    })
    this.#cancels.add(cancel)
    try {
      return await value
    } catch (error) {
      throw isFailure(error) ? errorOf(error, traceOf(callSession, wordCode, attempts)) : error
    } finally {
      this.#cancels.delete(cancel)
    }
  }

  /** Once a failure has opened the circuit, the retry stops with that failure (DEV-2). */
  #mayRetry(callSession: CallSession, { wordCode }: DeviceTarget, answer: Failure): boolean {
    return mayPass(answer) && this.#callSession === callSession && callSession.circuits.retryAt(wordCode) === null
  }

  #note(wordCode: string, at: number, outcome: DeviceResult['outcome'], detail: string): void {
    this.#results.add(wordCode, { at, outcome, durationMs: now(this.#parent) - at, detail })
    this.#tellChange()
  }

  #tellChange(): void {
    this.#reportTimer ??= this.#parent.system._clock.setTimeout(() => {
      this.#reportTimer = undefined
      this.#parent.send({ type: 'circuits.changed' })
    }, changesToldAfterMs)
  }
}

function notProvided(): never {
  throw new Error('not provided: devices.circuits')
}

function refusalOf(callSession: CallSession, wordCode: string, attempts: number): CircuitOpenError {
  return new CircuitOpenError(traceOf(callSession, wordCode, attempts))
}

function traceOf({ circuits }: CallSession, wordCode: string, attempts: number): CallTrace {
  const isIsolated = circuits.get(wordCode)?.getSnapshot().hasTag('isolated') ?? false
  return { wordCode, attempts, retryAt: circuits.retryAt(wordCode), isIsolated }
}

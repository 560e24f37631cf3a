import type { AnyActorRef } from 'xstate'
import { networkOperation, type RetryPolicy } from '../../../../contract/devices/retry-policies.ts'
import type { StoredBreaker } from '../../../services/breaker/breaker-memory.ts'
import type { IsolatedDevice } from '../../../services/breaker/isolation-memory.ts'
import type { DeviceAnswer } from '../../../services/devices/device-answer.ts'
import type { RefusalsReport } from '../../breaker/breaker.machine.ts'
import { now } from '../../parts/clock.ts'
import type { PageLeaving } from '../../parts/page-leaving.ts'
import { enterRetry, final } from '../../retry/retried.ts'
import type { AttemptResult, RetryJob, retryMachine } from '../../retry/retry.machine.ts'
import { type BreakerLogic, DeviceCircuits } from './device-circuits.ts'
import { type CallTrace, CircuitOpenError, type DeviceTarget } from './device-errors.ts'
import { type DeviceResult, DeviceResults } from './device-results.ts'
import { afterEarlier, errorOf, type Failure, failedWith, isFailure, mayPass } from './failed-attempts.ts'
import { failureCodeOf } from './failure-code.ts'
import { IsolationTimer } from './isolation-timer.ts'

/** Dependencies of the calls. */
export interface DeviceCallParts {
  breaker: BreakerLogic
  retry: typeof retryMachine
  /** Circuits stored before the page load (CB-9). */
  stored: readonly StoredBreaker[]
  /** A random number from 0 up to, but not including, 1. */
  random: () => number
  /** Failures while the browser is offline are not counted (DEV-3). */
  isOnline: () => boolean
  /** Failures while the page may end are not counted (LIVE-4). */
  leaving: PageLeaving
  /** Makes a new `Idempotency-Key`. */
  newKey: () => string
  /** Returns the isolations stored in this browser; null if no isolation was ever stored, or if the storage fails. */
  storedIsolations: () => readonly IsolatedDevice[] | null
  /** Whether the person may see the condominium; true if this is unknown. */
  maySee: (condominiumId: string) => boolean
}

export interface DeviceCallOptions extends Pick<RetryJob, 'onWait' | 'onAttempt'> {
  /** Cancels the call: it rejects with the signal's reason and is not counted. */
  signal?: AbortSignal
  policy?: RetryPolicy
  /** The `Idempotency-Key` of the call; audit records of resulting transitions contain it (EVI-2). */
  key?: string
}

/** One attempt to reach a device. Rejects only with the reason of the caller's signal. */
export type DeviceAttempt<Data> = () => Promise<DeviceAnswer<Data>>

/** The dependencies of a call, fixed from its first attempt to its end. */
interface CallSession
  extends Pick<
    DeviceCallParts,
    'retry' | 'random' | 'isOnline' | 'leaving' | 'newKey' | 'storedIsolations' | 'maySee'
  > {
  circuits: DeviceCircuits
}

/** The session before `open` and after its end. */
const noSession: CallSession = {
  get circuits() {
    return notProvided()
  },
  get retry() {
    return notProvided()
  },
  get leaving() {
    return notProvided()
  },
  random: () => notProvided(),
  isOnline: () => notProvided(),
  newKey: () => notProvided(),
  storedIsolations: () => notProvided(),
  maySee: () => notProvided(),
}

/** Delay of the report of changed circuits: hundreds may change together when a network fails. */
const reportChangesAfterMs = 100

/**
 * Calls to devices: retry outside, breaker inside (DEV-2). This class decides which attempts count: failed ones while
 * the browser was online, and answered ones; not those cancelled by the caller or cut off by the page's end (LIVE-4).
 * The charts decide the rest. They start only at a failure: while a device has no known failure and its first attempt
 * succeeds, no actor is created and no event is sent.
 */
export class DeviceCalls {
  readonly #parent: AnyActorRef
  readonly #results = new DeviceResults()
  /** Cancels of the retries in progress. */
  readonly #cancels = new Set<(reason: unknown) => void>()
  #callSession = noSession
  #retryCount = 0
  /** Increases when the page ends and when it is restored: a call that spans both proves nothing. */
  #pageTurn = 0
  /** The timer of the report to the parent. */
  #reportTimer: unknown
  readonly #isolationTimer: IsolationTimer

  /** @param parent receives `circuits.changed` 100 ms after a change, once for all changes in that time */
  constructor(parent: AnyActorRef) {
    this.#parent = parent
    this.#isolationTimer = new IsolationTimer(parent, () => this.takeIsolations())
  }

  /**
   * Starts the work. The returned function ends the work and every call in progress, and returns the counts that the
   * circuits have not reported.
   */
  open(parts: DeviceCallParts): () => RefusalsReport[] {
    const { breaker, stored, ...others } = parts
    const circuits = new DeviceCircuits(this.#parent, breaker, stored, () => this.#reportChange())
    this.#callSession = { ...others, circuits }
    return () => {
      for (const cancel of this.#cancels) cancel(new DOMException('', 'AbortError'))
      const counted = circuits.close()
      this.#callSession = noSession
      this.#parent.system._clock.clearTimeout(this.#reportTimer)
      this.#isolationTimer.stop()
      return counted
    }
  }

  /** Makes an `Idempotency-Key` for a call: the server executes the call once, for any number of attempts. */
  newKey(): string {
    return this.#callSession.newKey()
  }

  /** The circuits. Throws before `open` and after its end. */
  get circuits(): DeviceCircuits {
    return this.#callSession.circuits
  }

  /** The page ends or is restored: calls in progress prove nothing, and trial slots are freed (LIVE-4). */
  pageTurns(): void {
    this.#pageTurn += 1
    this.#callSession.leaving.turn()
    this.#callSession.circuits.freeTrials()
  }

  /** A server has answered a call of the page: a page that began to unload some time ago stays open (LIVE-4). */
  serverAnswers(): void {
    if (this.#callSession.leaving.answered()) this.#reportChange()
  }

  /** Whether failures count against the device now: browser online, page not unloading (DEV-3, LIVE-4). */
  get blamesDevice(): boolean {
    return this.#callSession.isOnline() && !this.#callSession.leaving.isLeaving
  }

  maySee(condominiumId: string): boolean {
    return this.#callSession.maySee(condominiumId)
  }

  /** Another tab found the device unreachable: an open circuit waits from `at` on, and nothing is counted (LIVE-3). */
  failedElsewhere(wordCode: string, at: number, error: string): void {
    if (this.#callSession !== noSession) this.circuits.failedElsewhere(wordCode, at, error)
  }

  /**
   * Reads the isolations stored in this browser, at the start and after a change in another tab, and ends expired
   * isolations. If another tab has ended an isolation, the other tab has recorded the end.
   */
  takeIsolations(): void {
    if (this.#callSession === noSession) return
    const devices = this.#callSession.storedIsolations()
    if (devices !== null) this.circuits.takeIsolations(devices)
    this.circuits.endIsolations(this.#callSession.maySee)
    this.#awaitIsolationEnd()
  }

  /** The latest attempts, oldest first. */
  resultsOf(wordCode: string): readonly DeviceResult[] {
    return this.#results.of(wordCode)
  }

  /**
   * Makes a call through the device's circuit and retries it by the policy. Without a network the retry stops with the
   * failure of the last attempt that was sent (STATE-8).
   * @throws CircuitOpenError, DeviceTimeoutError, DeviceUnreachableError, DeviceFailureError, DeviceNotAskedError,
   * DeviceRejectedError, DeviceSessionError, DeviceUnsentError, or the reason of the caller's signal
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

  /** One attempt; null if the circuit refuses it. An attempt that ends after its session or its page is not counted. */
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
    if (answer.kind !== 'unsent' && (answer.kind !== 'failed' || answer.status !== null)) this.serverAnswers()
    else callSession.leaving.cut()
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
    } else if (answer.kind === 'unsent') circuits.uncounted(wordCode, circuitEpoch)
    else {
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
    let last = failure
    const again = async (): Promise<AttemptResult<Data>> => {
      const answer = await this.#attempt(callSession, target, attempt, options)
      if (answer === null) return final(refusalOf(callSession, wordCode, attempts))
      if (answer.kind === 'unsent') return final(last)
      attempts += 1
      if (answer.kind === 'answered') return { ok: true, value: answer.data }
      last = afterEarlier(last, answer)
      return { ...failedWith(last), mayRetry: this.#mayRetry(callSession, target, answer) }
    }
    this.#retryCount += 1
    const { value, cancel } = enterRetry(failedWith(failure), {
      id: `retry:${wordCode}:${this.#retryCount}`,
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

  /** If a failure has opened the circuit, the retry stops with that failure (DEV-2). */
  #mayRetry(callSession: CallSession, { wordCode }: DeviceTarget, answer: Failure): boolean {
    return mayPass(answer) && this.#callSession === callSession && callSession.circuits.retryAt(wordCode) === null
  }

  #note(wordCode: string, at: number, outcome: DeviceResult['outcome'], detail: string): void {
    this.#results.add(wordCode, { at, outcome, durationMs: now(this.#parent) - at, detail })
    this.#reportChange()
  }

  #reportChange(): void {
    this.#reportTimer ??= this.#parent.system._clock.setTimeout(() => {
      this.#reportTimer = undefined
      this.#parent.send({ type: 'circuits.changed' })
      this.#awaitIsolationEnd()
    }, reportChangesAfterMs)
  }

  #awaitIsolationEnd(): void {
    const { maySee } = this.#callSession
    const awaited = this.circuits.isolated().filter(({ condominiumId }) => maySee(condominiumId))
    this.#isolationTimer.awaitFirst(awaited.map(({ isolation }) => isolation.until))
  }
}

function notProvided(): never {
  throw new Error('not provided: devices.circuits')
}

function refusalOf(callSession: CallSession, wordCode: string, attempts: number): CircuitOpenError {
  return new CircuitOpenError(traceOf(callSession, wordCode, attempts))
}

function traceOf({ circuits }: CallSession, wordCode: string, attempts: number): CallTrace {
  return { wordCode, attempts, retryAt: circuits.retryAt(wordCode), isIsolated: circuits.isIsolated(wordCode) }
}

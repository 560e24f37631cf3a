import { type Actor, type AnyActorRef, createActor } from 'xstate'
import { circuitStateOf, retryAtOf } from '../../../../contract/devices/breaker-rules.ts'
import type { StoredBreaker } from '../../../services/breaker/breaker-memory.ts'
import type { IsolatedDevice, Isolation } from '../../../services/breaker/isolation-memory.ts'
import type { BreakerEvent, breakerMachine, RefusalsReport } from '../../breaker/breaker.machine.ts'
import { nothingKnown } from '../../breaker/nothing-known.ts'
import { now } from '../../parts/clock.ts'
import { stopActor } from '../../parts/stopped-actors.ts'
import type { DeviceTarget } from './device-errors.ts'
import { ForgottenEpochs } from './forgotten-epochs.ts'

export type BreakerLogic = typeof breakerMachine
export type BreakerRef = Actor<BreakerLogic>

interface Circuit {
  ref: BreakerRef
  /** Number of views that show the device. */
  watchers: number
  /** Refused calls that were not yet reported to the breaker. */
  refused: number
  reportTimer: unknown
}

/** The duration of an attempt, and the `Idempotency-Key` of its call, if it has one. */
export interface EndedCall {
  durationMs: number
  key?: string | undefined
}

/** Interval of the reports of refusals to a breaker: an event for each would cost more than the refusal. */
const refusalsReportedAfterMs = 250

const closed = { state: 'CLOSED', ...nothingKnown } as const

/**
 * The breakers of devices with known failures and of watched devices. A device without a breaker is CLOSED with 0
 * failures (CB-8).
 * The refs are in a Map, because XState copies a parent's children at each spawn.
 */
export class DeviceCircuits {
  readonly #parent: AnyActorRef
  readonly #logic: BreakerLogic
  readonly #onChange: () => void
  readonly #circuits = new Map<string, Circuit>()
  readonly #forgottenEpochs = new ForgottenEpochs()

  constructor(parent: AnyActorRef, logic: BreakerLogic, stored: readonly StoredBreaker[], onChange: () => void) {
    this.#parent = parent
    this.#logic = logic
    this.#onChange = onChange
    for (const record of stored) this.#add(record, this.#create(record, 0))
  }

  /** The existing breakers by wordCode. */
  *entries(): Generator<[wordCode: string, ref: BreakerRef]> {
    for (const [wordCode, { ref }] of this.#circuits) yield [wordCode, ref]
  }

  /** Number of existing breakers. */
  get size(): number {
    return this.#circuits.size
  }

  get(wordCode: string): BreakerRef | undefined {
    return this.#circuits.get(wordCode)?.ref
  }

  /** When the next call is allowed, in milliseconds since the epoch; null if allowed now. Sends no event. */
  retryAt(wordCode: string): number | null {
    const circuit = this.#circuits.get(wordCode)
    if (circuit === undefined || isAdmitted(circuit.ref, now(this.#parent))) return null
    const snapshot = circuit.ref.getSnapshot()
    return retryAtOf({ ...snapshot.context, state: circuitStateOf(snapshot) })
  }

  /**
   * Asks whether a call may start. Returns the `circuitEpoch` to pass with the call's result, or null if the call is
   * refused.
   * Calls to a device without a breaker (no known failure) always start. For other devices the chart decides: a call
   * starts if the chart accepts `call.asked` (CB-3, CB-5).
   */
  admit(wordCode: string): number | null {
    const circuit = this.#circuits.get(wordCode)
    if (circuit === undefined) return this.#forgottenEpochs.of(wordCode)
    const { ref } = circuit
    const at = now(this.#parent)
    if (!isAdmitted(ref, at)) {
      this.#countRefusal(circuit)
      return null
    }
    this.#send(circuit, { type: 'call.asked', at })
    return ref.getSnapshot().context.circuitEpoch
  }

  succeeded(wordCode: string, circuitEpoch: number, { durationMs, key }: EndedCall): void {
    const circuit = this.#circuits.get(wordCode)
    if (circuit === undefined) return
    this.#send(circuit, { type: 'call.succeeded', circuitEpoch, at: now(this.#parent), durationMs, key })
    this.#forgetIfIdle(wordCode, circuit)
  }

  /** Counts a failure; the first failure of a device creates its breaker. */
  failed(target: DeviceTarget, circuitEpoch: number, error: string, { durationMs, key }: EndedCall): void {
    const { wordCode } = target
    const known = this.#circuits.get(wordCode)
    if (known === undefined && circuitEpoch !== this.#forgottenEpochs.of(wordCode)) return
    const circuit = known ?? this.#add(target, this.#fresh(target))
    this.#send(circuit, { type: 'call.failed', circuitEpoch, at: now(this.#parent), error, durationMs, key })
  }

  /** Another tab found the device unreachable: an open circuit waits from `at` on, and nothing is counted (LIVE-3). */
  failedElsewhere(wordCode: string, at: number, error: string): void {
    const circuit = this.#circuits.get(wordCode)
    if (circuit === undefined) return
    const { value, context } = circuit.ref.getSnapshot()
    if (value !== 'OPEN') return
    const { circuitEpoch } = context
    this.#send(circuit, {
      type: 'call.failed',
      circuitEpoch,
      at: Math.min(at, now(this.#parent)),
      error,
      durationMs: 0,
    })
  }

  uncounted(wordCode: string, circuitEpoch: number): void {
    const circuit = this.#circuits.get(wordCode)
    if (circuit !== undefined) this.#send(circuit, { type: 'call.uncounted', circuitEpoch })
  }

  /** Frees the slots of all trials in progress, because their results will not arrive (LIVE-4). */
  freeTrials(): void {
    for (const circuit of this.#circuits.values())
      if (circuit.ref.getSnapshot().hasTag('testing'))
        this.#send(circuit, { type: 'call.uncounted', circuitEpoch: circuit.ref.getSnapshot().context.circuitEpoch })
  }

  /** Closes the circuit on request of a person (CB-6). */
  reset(target: DeviceTarget, reason: string): void {
    const circuit = this.#circuits.get(target.wordCode) ?? this.#add(target, this.#fresh(target))
    this.#send(circuit, { type: 'breaker.reset', at: now(this.#parent), reason })
    this.#forgetIfIdle(target.wordCode, circuit)
  }

  /** Isolates the device: no call is allowed until the isolation ends. */
  isolate(target: DeviceTarget, isolation: Isolation): void {
    const circuit = this.#circuits.get(target.wordCode) ?? this.#add(target, this.#fresh(target))
    this.#send(circuit, { type: 'breaker.isolated', at: now(this.#parent), isolation })
  }

  /** Ends an isolation on request of a person: the next call is a trial. */
  release(wordCode: string, reason: string): void {
    const circuit = this.#circuits.get(wordCode)
    if (circuit !== undefined) this.#send(circuit, { type: 'breaker.released', at: now(this.#parent), reason })
  }

  isIsolated(wordCode: string): boolean {
    return this.get(wordCode)?.getSnapshot().hasTag('isolated') ?? false
  }

  isolated(): IsolatedDevice[] {
    return [...this.#circuits.values()].flatMap(({ ref }) => {
      const { wordCode, condominiumId, isolation } = ref.getSnapshot().context
      return isolation === null ? [] : [{ wordCode, condominiumId, isolation }]
    })
  }

  /** Takes the isolations stored in this browser, at the start and after a change in another tab. */
  takeIsolations(devices: readonly IsolatedDevice[]): void {
    const kept = new Map(devices.map((device) => [device.wordCode, device]))
    for (const { wordCode } of this.isolated()) {
      const circuit = this.#circuits.get(wordCode)
      if (circuit !== undefined && !kept.has(wordCode))
        this.#send(circuit, { type: 'isolation.endedElsewhere', at: now(this.#parent) })
    }
    for (const [wordCode, { isolation, condominiumId }] of kept) {
      const target = { wordCode, condominiumId }
      const circuit = this.#circuits.get(wordCode) ?? this.#add(target, this.#fresh(target))
      if (!isSame(circuit.ref.getSnapshot().context.isolation, isolation))
        this.#send(circuit, { type: 'isolation.begunElsewhere', at: now(this.#parent), isolation })
    }
  }

  /**
   * Ends expired isolations in condominiums that the person may see. The other isolations wait for a person who may see
   * them (AUD-2).
   */
  endIsolations(maySee: (condominiumId: string) => boolean): void {
    const event = { type: 'isolation.expired', at: now(this.#parent) } as const
    for (const circuit of this.#circuits.values()) {
      const snapshot = circuit.ref.getSnapshot()
      if (snapshot.can(event) && maySee(snapshot.context.condominiumId)) this.#send(circuit, event)
    }
  }

  watch(target: DeviceTarget): void {
    const circuit = this.#circuits.get(target.wordCode) ?? this.#add(target, this.#fresh(target))
    circuit.watchers += 1
  }

  unwatch(wordCode: string): void {
    const circuit = this.#circuits.get(wordCode)
    if (circuit === undefined) return
    circuit.watchers = Math.max(circuit.watchers - 1, 0)
    this.#forgetIfIdle(wordCode, circuit)
  }

  /** Forgets a deleted device; the results of its calls in progress are ignored. */
  drop(wordCode: string): void {
    const circuit = this.#circuits.get(wordCode)
    if (circuit === undefined) {
      this.#forgottenEpochs.keep(wordCode, this.#forgottenEpochs.of(wordCode) + 1, now(this.#parent))
      return
    }
    this.#send(circuit, { type: 'device.deleted', at: now(this.#parent) })
    this.#forget(wordCode, circuit)
  }

  /**
   * Stops the breakers and returns the counts that were not reported, because the supervisor of the breakers is
   * stopping, too (AUD-2).
   */
  close(): RefusalsReport[] {
    this.freeTrials()
    const at = now(this.#parent)
    const counted: RefusalsReport[] = []
    for (const circuit of this.#circuits.values()) {
      this.#reportRefusals(circuit)
      const snapshot = circuit.ref.getSnapshot()
      const from = circuitStateOf(snapshot)
      if (snapshot.can({ type: 'page.hidden', at }))
        counted.push({ ...snapshot.context, type: 'breaker.refused', from, at, cause: 'session-ended' })
      stopActor(circuit.ref)
    }
    this.#circuits.clear()
    return counted
  }

  /**
   * Reports all refusals and ignored results for the audit. Called when the page is hidden, because no later event may come before the page
   * closes (AUD-2).
   */
  reportAllRefusals(): void {
    const event = { type: 'page.hidden', at: now(this.#parent) } as const
    for (const circuit of this.#circuits.values()) {
      this.#reportRefusals(circuit)
      if (circuit.ref.getSnapshot().can(event)) this.#send(circuit, event)
    }
  }

  #fresh({ wordCode, condominiumId }: DeviceTarget): BreakerRef {
    return this.#create({ ...closed, wordCode, condominiumId }, this.#forgottenEpochs.of(wordCode))
  }

  #create({ state, ...circuit }: StoredBreaker, circuitEpoch: number): BreakerRef {
    const halfOpen = { HALF_OPEN: circuit.trialStartedAt === null ? 'free' : 'trying' } as const
    const context = { ...circuit, circuitEpoch }
    return createActor(this.#logic, {
      id: breakerId(circuit.wordCode),
      parent: this.#parent,
      input: context,
      snapshot: this.#logic.resolveState({ value: state === 'HALF_OPEN' ? halfOpen : state, context }),
    })
  }

  #add({ wordCode }: { wordCode: string }, ref: BreakerRef): Circuit {
    const circuit = { ref: ref.start(), watchers: 0, refused: 0, reportTimer: null }
    this.#circuits.set(wordCode, circuit)
    this.#forgottenEpochs.drop(wordCode)
    this.#onChange()
    return circuit
  }

  #send(circuit: Circuit, event: BreakerEvent): void {
    this.#reportRefusals(circuit)
    circuit.ref.send(event)
    this.#onChange()
  }

  #countRefusal(circuit: Circuit): void {
    circuit.refused += 1
    circuit.reportTimer ??= this.#parent.system._clock.setTimeout(
      () => this.#reportRefusals(circuit),
      refusalsReportedAfterMs,
    )
  }

  #reportRefusals(circuit: Circuit): void {
    if (circuit.refused === 0) return
    const count = circuit.refused
    circuit.refused = 0
    this.#parent.system._clock.clearTimeout(circuit.reportTimer)
    circuit.reportTimer = null
    circuit.ref.send({ type: 'calls.refused', count })
    this.#onChange()
  }

  #forgetIfIdle(wordCode: string, circuit: Circuit): void {
    const { value, context } = circuit.ref.getSnapshot()
    if (circuit.watchers === 0 && value === 'CLOSED' && context.failureCount === 0) this.#forget(wordCode, circuit)
  }

  #forget(wordCode: string, circuit: Circuit): void {
    this.#forgottenEpochs.keep(wordCode, circuit.ref.getSnapshot().context.circuitEpoch, now(this.#parent))
    stopActor(circuit.ref)
    this.#circuits.delete(wordCode)
    this.#onChange()
  }
}

/** Id of a device's breaker actor, shown in the inspector. */
function breakerId(wordCode: string): string {
  return `breaker:${wordCode}`
}

/** Whether the chart allows a call at `at`, in milliseconds since the epoch. Sends no event. */
function isAdmitted(ref: BreakerRef, at: number): boolean {
  return ref.getSnapshot().can({ type: 'call.asked', at })
}

function isSame(one: Isolation | null, other: Isolation): boolean {
  return one?.until === other.until && one.by === other.by && one.reason === other.reason
}

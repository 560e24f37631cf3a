import { type Actor, type AnyStateMachine, createActor, type InspectionEvent, setup } from 'xstate'
import {
  type BreakerReport,
  breakerMachine,
  type RefusalsReport,
} from '../../../src/machines/breaker/breaker.machine.ts'
import { type DeviceCallOptions, DeviceCalls } from '../../../src/machines/devices/calls/device-calls.ts'
import type { DeviceCallError, DeviceTarget } from '../../../src/machines/devices/calls/device-errors.ts'
import { now } from '../../../src/machines/parts/clock.ts'
import { PageLeaving } from '../../../src/machines/parts/page-leaving.ts'
import { retryMachine } from '../../../src/machines/retry/retry.machine.ts'
import type { StoredBreaker } from '../../../src/services/breaker/breaker-memory.ts'
import type { IsolatedDevice, Isolation } from '../../../src/services/breaker/isolation-memory.ts'
import type { DeviceAnswer } from '../../../src/services/devices/device-answer.ts'
import { epoch, settle } from '../../models/parts/production-actor.ts'
import { StepClock } from '../../models/parts/step-clock.ts'
import { type AnswerName, deviceAnswers } from './device-answers.ts'

export const portaria: DeviceTarget = { wordCode: 'PORTARIA-01', condominiumId: 'c1' }

/** Device calls with the real charts, under a parent that only records. */
export class DeviceWorld {
  readonly clock = new StepClock(epoch)
  /** Circuits in the tab's storage, by wordCode. */
  readonly stored = new Map<string, StoredBreaker>()
  /** Isolations stored for the browser's other tabs, by wordCode. */
  readonly shared = new Map<string, Isolation>()
  readonly moves: BreakerReport[] = []
  readonly refusals: RefusalsReport[] = []
  /** Types of all events sent to actors. */
  readonly sent: string[] = []
  readonly calls: DeviceCalls
  readonly leaving: PageLeaving
  readonly supervisor: Actor<AnyStateMachine>
  /** The isolations stored in the browser that this tab reads. */
  storedIsolations: readonly IsolatedDevice[] | null = null
  /** Ids of the condominiums that the person may see. */
  visible = [portaria.condominiumId, 'c2']
  notifiedChanges = 0
  random = 0
  isOnline = true
  /** Names of the actors that received events, as in the inspector. */
  readonly actorNames = new Set<string>()
  readonly close: () => RefusalsReport[]

  /** @param stored circuits stored by an earlier page */
  constructor(stored: readonly StoredBreaker[] = []) {
    const supervisor = setup({
      types: {} as { events: BreakerReport | RefusalsReport | { type: 'circuits.changed' } },
    }).createMachine({
      on: {
        'breaker.moved': { actions: ({ event }) => this.moves.push(event) },
        'breaker.refused': { actions: ({ event }) => this.refusals.push(event) },
        'circuits.changed': {
          actions: () => {
            this.notifiedChanges += 1
          },
        },
      },
    })
    this.supervisor = createActor<AnyStateMachine>(supervisor, {
      clock: this.clock,
      inspect: (event: InspectionEvent) => {
        if (event.type !== '@xstate.event') return
        this.sent.push(event.event.type)
        if ('id' in event.actorRef) this.actorNames.add(String(event.actorRef.id))
      },
    }).start()
    this.calls = new DeviceCalls(this.supervisor)
    this.leaving = new PageLeaving(() => now(this.supervisor))
    for (const record of stored) this.stored.set(record.wordCode, record)
    this.close = this.calls.open({
      breaker: breakerMachine.provide({
        actions: {
          remember: ({ context: { circuitEpoch: _, ...circuit } }, { state }) =>
            this.stored.set(circuit.wordCode, { ...circuit, state }),
          forget: ({ context }) => this.stored.delete(context.wordCode),
          shareIsolation: ({ context: { wordCode, isolation } }) => {
            if (isolation !== null) this.shared.set(wordCode, isolation)
          },
          withdrawIsolation: ({ context }) => this.shared.delete(context.wordCode),
        },
      }),
      retry: retryMachine,
      stored,
      random: () => this.random,
      isOnline: () => this.isOnline,
      leaving: this.leaving,
      newKey: () => 'chave',
      storedIsolations: () => this.storedIsolations,
      maySee: (condominiumId) => this.visible.includes(condominiumId),
    })
  }

  /** Stores these isolations in the browser and lets the tab read them. */
  takeIsolations(devices: readonly IsolatedDevice[] | null): void {
    this.storedIsolations = devices
    this.calls.takeIsolations()
  }

  /** Starts a call; the test answers its attempts. */
  call(target: DeviceTarget = portaria, options: DeviceCallOptions = {}): DeviceCall {
    return new DeviceCall((attempt) => this.calls.call(target, attempt, options))
  }

  /** Makes a call with one attempt, answered immediately. */
  async once(answer: AnswerName, target: DeviceTarget = portaria): Promise<DeviceCall> {
    const call = this.call(target, { policy: onlyOnce })
    if (call.isAwaited) call.answer(answer)
    await settle()
    return call
  }

  async fail(times: number, target: DeviceTarget = portaria): Promise<void> {
    for (let time = 0; time < times; time++) await this.once('status 500', target)
  }

  circuit(wordCode = portaria.wordCode) {
    return this.calls.circuits.get(wordCode)?.getSnapshot()
  }

  /** WordCodes of the existing breakers. */
  get breakers(): string[] {
    return [...this.calls.circuits.entries()].map(([wordCode]) => wordCode)
  }

  /** Pending promises settle before the clock moves. */
  async advance(ms: number): Promise<void> {
    await settle()
    await this.clock.advance(ms, settle)
  }

  count(type: string): number {
    return this.sent.filter((each) => each === type).length
  }
}

/** A policy without retries. */
export const onlyOnce = { attempts: 1, baseMs: 0, maxMs: 0, factor: 1, jitterMs: 0 }

/** A call from its first attempt to its end. */
export class DeviceCall {
  attempts = 0
  outcome: { value: unknown } | { error: unknown } | null = null
  #awaited: PromiseWithResolvers<DeviceAnswer<string>> | null = null

  constructor(make: (attempt: () => Promise<DeviceAnswer<string>>) => Promise<string>) {
    make(() => this.#attempt()).then(
      (value) => {
        this.outcome = { value }
      },
      (error: unknown) => {
        this.outcome = { error }
      },
    )
  }

  /** Whether an attempt waits for its answer. */
  get isAwaited(): boolean {
    return this.#awaited !== null
  }

  get error(): unknown {
    return this.outcome !== null && 'error' in this.outcome ? this.outcome.error : undefined
  }

  answer(answer: AnswerName | DeviceAnswer<string>): void {
    this.#take().resolve(typeof answer === 'string' ? deviceAnswers[answer] : answer)
  }

  /** The attempt ends without an answer, because its caller cancelled it. */
  abandon(reason: unknown): void {
    this.#take().reject(reason)
  }

  #attempt(): Promise<DeviceAnswer<string>> {
    this.attempts += 1
    this.#awaited = Promise.withResolvers<DeviceAnswer<string>>()
    return this.#awaited.promise
  }

  #take(): PromiseWithResolvers<DeviceAnswer<string>> {
    if (this.#awaited === null) throw new Error('no attempt is running')
    const awaited = this.#awaited
    this.#awaited = null
    return awaited
  }
}

/** The fields of an error, without its class. */
export function errorFields(error: unknown) {
  const { name, message, wordCode, attempts, retryAt } = error as DeviceCallError
  return { name, message, wordCode, attempts, retryAt }
}

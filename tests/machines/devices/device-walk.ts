import { circuitStateOf } from '../../../contract/devices/breaker-rules.ts'
import { CircuitOpenError } from '../../../src/machines/devices/calls/device-errors.ts'
import { settle } from '../../models/parts/production-actor.ts'
import { type AnswerName, deviceAnswers } from './device-answers.ts'
import { ReferenceCircuit } from './device-reference.ts'
import { type Command, wordCodes } from './device-sequences.ts'
import { DeviceCall, DeviceWorld, errorFields, onlyOnce } from './device-world.ts'

/** Time limit of the client (spec §9): no attempt takes longer. */
const attemptLimitMs = 90_000

interface Walked {
  wordCode: string
  call: DeviceCall
  mayRetry: boolean
  aborting: AbortController
  /** Period of the running attempt in the reference. */
  period: object
  /** Epoch in which the circuit let the attempt through. */
  circuitEpoch: number
  startedOnline: boolean
  /** Whether the page ended during the running attempt (LIVE-4). */
  isCut: boolean
  attempts: number
  isEnded: boolean
}

/** Runs a sequence of commands on the real device calls and on the reference. */
export class DeviceWalk {
  readonly world = new DeviceWorld()
  readonly references = new Map(wordCodes.map((wordCode) => [wordCode as string, new ReferenceCircuit()]))
  /** Differences between the calls and the rules, as text. */
  readonly surprises: string[] = []
  readonly #walked: Walked[] = []

  async step(command: Command): Promise<void> {
    const { circuits } = this.world.calls
    switch (command.does) {
      case 'call':
        await this.#call(command.wordCode, command.policy !== 'once')
        break
      case 'fail':
        for (let time = 0; time < command.times; time++) {
          const walked = await this.#call(command.wordCode, false)
          if (walked.call.isAwaited) await this.#answer(walked, 'status 500')
        }
        break
      case 'answer': {
        const walked = pick(this.#awaited, command.which)
        if (walked) await this.#answer(walked, command.answer)
        break
      }
      case 'cancel': {
        const walked = pick(this.#pending, command.which)
        if (walked) await this.#cancel(walked)
        break
      }
      case 'reset':
        circuits.reset(targetOf(command.wordCode), 'teste')
        this.reference(command.wordCode).reset()
        break
      case 'isolate': {
        const until = this.now + command.ms
        circuits.isolate(targetOf(command.wordCode), { until, by: 'Ana', reason: 'teste' })
        this.reference(command.wordCode).isolate(until)
        break
      }
      case 'release':
        circuits.release(command.wordCode, 'teste')
        this.reference(command.wordCode).release()
        break
      case 'delete':
        circuits.drop(command.wordCode)
        this.reference(command.wordCode).close()
        this.reference(command.wordCode).watchers = 0
        break
      case 'watch':
        circuits.watch(targetOf(command.wordCode))
        this.reference(command.wordCode).watchers += 1
        break
      case 'unwatch':
        circuits.unwatch(command.wordCode)
        this.reference(command.wordCode).watchers = Math.max(this.reference(command.wordCode).watchers - 1, 0)
        break
      case 'wait':
        await this.world.clock.advance(command.ms, () => this.#settle())
        break
      case 'setClockBack':
        this.world.clock.sleep(-command.ms)
        break
      case 'turnPage':
        this.world.calls.pageTurns()
        for (const walked of this.#awaited) walked.isCut = true
        for (const reference of this.references.values()) reference.freeTrial()
        break
      case 'hidePage':
        circuits.reportAllRefusals()
        break
      default:
        this.world.isOnline = command.does === 'goOnline'
    }
    await this.#settle()
  }

  reference(wordCode: string): ReferenceCircuit {
    const reference = this.references.get(wordCode)
    if (reference === undefined) throw new Error(`no reference of ${wordCode}`)
    return reference
  }

  get now(): number {
    return this.world.clock.now()
  }

  /** Number of running attempts with a result that would move a half-open circuit. */
  trialsOf(wordCode: string): number {
    const circuit = this.world.circuit(wordCode)
    if (circuit === undefined || circuitStateOf(circuit) !== 'HALF_OPEN') return 0
    const ones = this.#awaited.filter((walked) => walked.wordCode === wordCode)
    return ones.filter(({ circuitEpoch }) => circuitEpoch === circuit.context.circuitEpoch).length
  }

  get #pending(): Walked[] {
    return this.#walked.filter(({ isEnded }) => !isEnded)
  }

  get #awaited(): Walked[] {
    return this.#pending.filter(({ call }) => call.isAwaited)
  }

  async #call(wordCode: string, mayRetry: boolean): Promise<Walked> {
    const aborting = new AbortController()
    const options = { signal: aborting.signal, ...(mayRetry ? {} : { policy: onlyOnce }) }
    const walked: Omit<Walked, 'call'> = {
      ...{ wordCode, mayRetry, aborting, period: {}, circuitEpoch: 0, startedOnline: true, isCut: false },
      ...{ attempts: 0, isEnded: false },
    }
    const call = new DeviceCall((attempt) =>
      this.world.calls.call(
        targetOf(wordCode),
        () => {
          this.#begin(walked)
          const answer = attempt()
          const of = walked.attempts
          this.world.clock.setTimeout(() => this.#limit(whole, of), attemptLimitMs)
          return answer
        },
        options,
      ),
    )
    const whole: Walked = Object.assign(walked, { call })
    this.#walked.push(whole)
    await this.#settle()
    return whole
  }

  /** Called when the circuit lets an attempt through. */
  #begin(walked: Omit<Walked, 'call'>): void {
    const reference = this.reference(walked.wordCode)
    if (reference.retryAt(this.now) !== null) this.surprises.push(`let through before ${reference.retryAt(this.now)}`)
    walked.period = reference.begin(this.now)
    walked.circuitEpoch = this.world.circuit(walked.wordCode)?.context.circuitEpoch ?? 0
    walked.startedOnline = this.world.isOnline
    walked.isCut = false
    walked.attempts += 1
  }

  #limit(walked: Walked, attempt: number): void {
    if (walked.isEnded || !walked.call.isAwaited || walked.attempts !== attempt) return
    this.#endInReference(walked, 'timeout')
    walked.call.answer('timeout')
  }

  async #answer(walked: Walked, answer: AnswerName): Promise<void> {
    const { call, wordCode } = walked
    this.#endInReference(walked, answer)
    call.answer(answer)
    await settle()
    const { kind } = deviceAnswers[answer]
    const retryAt = this.reference(wordCode).retryAt(this.now)
    const goesOn =
      (kind === 'failed' || kind === 'notAsked') && walked.mayRetry && walked.attempts < 4 && retryAt === null
    if (goesOn !== (call.outcome === null)) this.surprises.push(goesOn ? 'gave up early' : 'went on')
    if (call.error !== undefined) this.#expectError(call.error, { wordCode, attempts: walked.attempts, retryAt })
    await this.#settle()
  }

  #endInReference({ wordCode, period, startedOnline, isCut }: Walked, answer: AnswerName): void {
    if (isCut) return
    const { kind } = deviceAnswers[answer]
    const counts = kind === 'failed' && startedOnline && this.world.isOnline
    this.reference(wordCode).end(period, kind === 'answered' ? 'success' : counts ? 'failure' : 'nothing', this.now)
  }

  async #cancel({ wordCode, call, aborting, period }: Walked): Promise<void> {
    aborting.abort('not wanted')
    if (call.isAwaited) {
      this.reference(wordCode).end(period, 'nothing', this.now)
      call.abandon('not wanted')
    }
    await settle()
    if (call.error !== 'not wanted') this.surprises.push('was not cancelled')
  }

  /** Marks ended calls; a refusal must agree with the rules. */
  async #settle(): Promise<void> {
    await settle()
    // The panel checks the clock at intervals, so an isolation ends at its time or shortly after.
    for (const [wordCode, reference] of this.references)
      if (reference.isolatedUntil !== null && reference.retryAt(this.now) === null)
        if (this.world.circuit(wordCode)?.value !== 'FORCED_OPEN') reference.release()
    for (const walked of this.#pending) {
      const { call, wordCode, attempts } = walked
      if (call.outcome === null) continue
      walked.isEnded = true
      if (!(call.error instanceof CircuitOpenError)) continue
      const reference = this.reference(wordCode)
      const retryAt = reference.retryAt(this.now)
      if (retryAt === null) this.surprises.push('refused without need')
      this.#expectError(call.error, { wordCode, attempts, retryAt })
      reference.refusals += 1
    }
  }

  #expectError(error: unknown, expected: { wordCode: string; attempts: number; retryAt: number | null }): void {
    const { wordCode, attempts, retryAt } = errorFields(error)
    const actual = JSON.stringify({ wordCode, attempts, retryAt })
    if (actual !== JSON.stringify(expected)) this.surprises.push(`error ${actual} for ${JSON.stringify(expected)}`)
  }
}

function targetOf(wordCode: string) {
  return { wordCode, condominiumId: 'c1' }
}

function pick<Item>(items: readonly Item[], which: number): Item | undefined {
  return items[which % items.length]
}

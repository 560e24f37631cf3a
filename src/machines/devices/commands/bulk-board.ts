import type { DeviceTarget } from '../calls/device-errors.ts'
import type { OperationEnd } from '../device-operation-protocol.ts'

/** A selected device and its name. */
export interface BulkTarget extends DeviceTarget {
  name: string
}

/** The result for one device; 'barred': another operation was in progress, and nothing was sent. */
export interface BulkResult {
  target: BulkTarget
  outcome: OperationEnd['outcome'] | 'barred'
  error: Error | null
}

/**
 * The selected devices and the result for each. Changed in place, because copying 50,000 entries at each click would be
 * slow. Each change increases the `revision` that views watch.
 */
export class BulkBoard {
  readonly #chosen = new Map<string, BulkTarget>()
  readonly #waiting: BulkTarget[] = []
  readonly #underWay = new Map<string, BulkTarget>()
  readonly #results: BulkResult[] = []
  revision = 0

  get chosenCount(): number {
    return this.#chosen.size
  }

  isChosen(wordCode: string): boolean {
    return this.#chosen.has(wordCode)
  }

  chosen(): Iterable<BulkTarget> {
    return this.#chosen.values()
  }

  toggle(target: BulkTarget): void {
    if (!this.#chosen.delete(target.wordCode)) this.#chosen.set(target.wordCode, target)
    this.revision += 1
  }

  choose(targets: Iterable<BulkTarget>): void {
    for (const target of targets) this.#chosen.set(target.wordCode, target)
    this.revision += 1
  }

  clear(): void {
    this.#chosen.clear()
    this.revision += 1
  }

  /** Queues the selected devices in their order of selection; drops earlier results. */
  begin(): void {
    this.#results.length = 0
    this.#waiting.length = 0
    for (const target of this.#chosen.values()) this.#waiting.push(target)
    this.#waiting.reverse()
    this.revision += 1
  }

  get waitingCount(): number {
    return this.#waiting.length
  }

  get underWayCount(): number {
    return this.#underWay.size
  }

  isUnderWay(wordCode: string): boolean {
    return this.#underWay.has(wordCode)
  }

  /** The next device in the queue. */
  get next(): BulkTarget | undefined {
    return this.#waiting.at(-1)
  }

  start(): void {
    const target = this.#waiting.pop()
    if (target !== undefined) this.#underWay.set(target.wordCode, target)
    this.revision += 1
  }

  end(wordCode: string, outcome: BulkResult['outcome'], error: Error | null): void {
    const target = this.#underWay.get(wordCode)
    if (target === undefined) return
    this.#underWay.delete(wordCode)
    this.#results.push({ target, outcome, error })
    this.revision += 1
  }

  /** Results in the order of their end. */
  get results(): readonly BulkResult[] {
    return this.#results
  }

  /** Selects the devices without success, and those still in the queue. */
  chooseRest(): void {
    this.#chosen.clear()
    for (const { target, outcome } of this.#results)
      if (outcome !== 'succeeded') this.#chosen.set(target.wordCode, target)
    for (const target of this.#waiting.toReversed()) this.#chosen.set(target.wordCode, target)
    this.revision += 1
  }
}

import type { DeviceTarget } from '../calls/device-errors.ts'
import type { OperationEnd } from '../device-operation-protocol.ts'

/** A device that is chosen among many, and what it is called. */
export interface BulkTarget extends DeviceTarget {
  name: string
}

/** How it ended for one device; 'barred': something else was under way there, and nothing was sent. */
export interface BulkResult {
  target: BulkTarget
  outcome: OperationEnd['outcome'] | 'barred'
  error: Error | null
}

/**
 * Which devices are chosen, and how it ended for each. It is changed in place, for a copy of 50,000 at each press would be felt.
 * Who changes it raises the `revision` that views watch.
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

  /** The chosen wait for their turn, in the order in which they were chosen; what was before is forgotten. */
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

  /** Whose turn is next. */
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

  /** In the order in which they ended. */
  get results(): readonly BulkResult[] {
    return this.#results
  }

  /** Chooses those for which it did not succeed, and those whose turn never came. */
  chooseRest(): void {
    this.#chosen.clear()
    for (const { target, outcome } of this.#results)
      if (outcome !== 'succeeded') this.#chosen.set(target.wordCode, target)
    for (const target of this.#waiting.toReversed()) this.#chosen.set(target.wordCode, target)
    this.revision += 1
  }
}

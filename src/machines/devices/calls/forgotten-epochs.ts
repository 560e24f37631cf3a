/** A forgotten circuit's number stays as long as a call from before may be under way: 90 s and a margin (CB-7). */
const keptMs = 5 * 60_000

/** Which number the next breaker of a device goes on with, so that what was let through by the one before counts nothing. */
export class ForgottenEpochs {
  readonly #forgottenEpochs = new Map<string, { circuitEpoch: number; forgottenAt: number }>()

  /** 0 where none is kept. */
  of(wordCode: string): number {
    return this.#forgottenEpochs.size === 0 ? 0 : (this.#forgottenEpochs.get(wordCode)?.circuitEpoch ?? 0)
  }

  /** `at` in milliseconds since the epoch. */
  keep(wordCode: string, circuitEpoch: number, at: number): void {
    this.#forgottenEpochs.delete(wordCode)
    this.#forgottenEpochs.set(wordCode, { circuitEpoch, forgottenAt: at })
    for (const [old, { forgottenAt }] of this.#forgottenEpochs) {
      if (at - forgottenAt <= keptMs) break
      this.#forgottenEpochs.delete(old)
    }
  }

  /** The device has a breaker again. */
  drop(wordCode: string): void {
    this.#forgottenEpochs.delete(wordCode)
  }
}

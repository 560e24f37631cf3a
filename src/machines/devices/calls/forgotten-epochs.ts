/** How long the epoch of a forgotten circuit is kept: longer than a call can be in progress, 90 s (CB-7). */
const keptMs = 5 * 60_000

/** The epochs for new breakers of forgotten devices: calls allowed by the previous breaker are not counted. */
export class ForgottenEpochs {
  readonly #epochs = new Map<string, { circuitEpoch: number; forgottenAt: number }>()

  /** 0 if no epoch is kept. */
  of(wordCode: string): number {
    return this.#epochs.size === 0 ? 0 : (this.#epochs.get(wordCode)?.circuitEpoch ?? 0)
  }

  /** `at` in milliseconds since the epoch. */
  keep(wordCode: string, circuitEpoch: number, at: number): void {
    this.#epochs.delete(wordCode)
    this.#epochs.set(wordCode, { circuitEpoch, forgottenAt: at })
    for (const [old, { forgottenAt }] of this.#epochs) {
      if (at - forgottenAt <= keptMs) break
      this.#epochs.delete(old)
    }
  }

  /** Drops the epoch after the device has a breaker again. */
  drop(wordCode: string): void {
    this.#epochs.delete(wordCode)
  }
}

/** A forgotten circuit's number stays as long as a call from before may be under way: 90 s and a margin (CB-7). */
const keptMs = 5 * 60_000

/** Which number the next breaker of a device goes on with, so that what was let through by the one before counts nothing. */
export class ForgottenPasses {
  readonly #passes = new Map<string, { pass: number; forgottenAt: number }>()

  /** 0 where none is kept. */
  of(wordCode: string): number {
    return this.#passes.size === 0 ? 0 : (this.#passes.get(wordCode)?.pass ?? 0)
  }

  /** `at` in milliseconds since the epoch. */
  keep(wordCode: string, pass: number, at: number): void {
    this.#passes.delete(wordCode)
    this.#passes.set(wordCode, { pass, forgottenAt: at })
    for (const [old, { forgottenAt }] of this.#passes) {
      if (at - forgottenAt <= keptMs) break
      this.#passes.delete(old)
    }
  }

  /** The device has a breaker again. */
  drop(wordCode: string): void {
    this.#passes.delete(wordCode)
  }
}

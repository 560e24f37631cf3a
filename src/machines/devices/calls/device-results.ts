/** The result of one attempt to reach a device; times in milliseconds. */
export interface DeviceResult {
  at: number
  outcome: 'answered' | 'rejected' | 'failed' | 'notAsked'
  durationMs: number
  /** Code of a failure (`timeout`, `status 504`), or ''. */
  detail: string
}

const devicesKept = 100
const resultsKept = 40

const none: readonly DeviceResult[] = []

/** The latest results of the most recently called devices; limited, so that memory does not grow with devices. */
export class DeviceResults {
  readonly #results = new Map<string, readonly DeviceResult[]>()

  add(wordCode: string, result: DeviceResult): void {
    const results = [...this.of(wordCode).slice(1 - resultsKept), result]
    this.#results.delete(wordCode)
    this.#results.set(wordCode, results)
    const [oldest] = this.#results.keys()
    if (this.#results.size > devicesKept && oldest !== undefined) this.#results.delete(oldest)
  }

  /** Oldest first; the same array until a result is added. */
  of(wordCode: string): readonly DeviceResult[] {
    return this.#results.get(wordCode) ?? none
  }
}

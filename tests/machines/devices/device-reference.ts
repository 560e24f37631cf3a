const openMs = 120_000
const trialMs = 30_000

/** A minimal implementation of the circuit rules (CB). Times in milliseconds. */
export class ReferenceCircuit {
  state: 'CLOSED' | 'OPEN' | 'HALF_OPEN' | 'FORCED_OPEN' = 'CLOSED'
  failureCount = 0
  lastFailureTime: number | null = null
  trialStartedAt: number | null = null
  /** End of the isolation. */
  isolatedUntil: number | null = null
  refusals = 0
  watchers = 0
  /** Identifies the period of a call; a call of an earlier period is late (CB-7). */
  #period: object = {}

  /** When the next call is let through, or null for now. A clock that was set back does not prolong it (CB-9). */
  retryAt(at: number): number | null {
    if (this.isolatedUntil !== null) return at < this.isolatedUntil ? this.isolatedUntil : null
    if (this.state === 'CLOSED') return null
    const [from, ms] = this.state === 'OPEN' ? [this.lastFailureTime, openMs] : [this.trialStartedAt, trialMs]
    return from === null || Math.abs(at - from) >= ms ? null : from + ms
  }

  begin(at: number): object {
    if (this.state !== 'CLOSED') {
      Object.assign(this, { state: 'HALF_OPEN', trialStartedAt: at, isolatedUntil: null }).#period = {}
    }
    return this.#period
  }

  end(period: object, result: 'success' | 'failure' | 'nothing', at: number): void {
    if (this.state === 'FORCED_OPEN') return
    if (this.state === 'OPEN') {
      if (result === 'failure') this.lastFailureTime = Math.max(at, this.lastFailureTime ?? at)
    } else if (period !== this.#period) return
    else if (result === 'failure') {
      Object.assign(this, { failureCount: this.failureCount + 1, lastFailureTime: at })
      if (this.failureCount >= 5 || this.state === 'HALF_OPEN')
        Object.assign(this, { state: 'OPEN', trialStartedAt: null })
    } else if (this.state === 'HALF_OPEN' && result === 'success') this.close()
    else if (this.state === 'HALF_OPEN') this.trialStartedAt = null
    else if (result === 'success') Object.assign(this, { failureCount: 0, lastFailureTime: null })
  }

  /** Ends a trial without a result (LIVE-4). */
  freeTrial(): void {
    this.trialStartedAt = null
  }

  isolate(until: number): void {
    Object.assign(this, { state: 'FORCED_OPEN', isolatedUntil: until, trialStartedAt: null })
    this.#period = {}
  }

  release(): void {
    if (this.isolatedUntil !== null) Object.assign(this, { state: 'HALF_OPEN', isolatedUntil: null })
  }

  /** A person's reset, which does not end an isolation. */
  reset(): void {
    if (this.isolatedUntil === null) this.close()
  }

  /** After a successful trial, a person's reset or the deletion of the device. */
  close(): void {
    Object.assign(this, { state: 'CLOSED', failureCount: 0, lastFailureTime: null, trialStartedAt: null })
    this.isolatedUntil = null
    this.#period = {}
  }
}

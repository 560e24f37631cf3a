import type { Queryable } from '../database/database.ts'

/** Brings texts to every instance that shares it, the sender's own included, in the order in which each sender sent them. */
export type Transport = {
  /** What is sent within a transaction leaves with its commit, or never. */
  joinsTransactions: boolean
  /** Of one text, in UTF-8. */
  largestBytes: number
  /** `within`: the transaction that it belongs to, of a carrier that joins them. */
  send(texts: string[], within?: Queryable): Promise<void>
  /** Resolves once it listens. One listener alone. */
  listen(listener: TransportListener): Promise<void>
  close(): Promise<void>
}

export type TransportListener = {
  onText(text: string): void
  /** What is sent from now on, and what was sent just now, may not arrive. */
  onLost(): void
  /** What is sent from now on arrives again; what was missed does not. */
  onResumed(): void
}

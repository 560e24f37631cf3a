import type { Queryable } from '../database/database.ts'

/** Brings texts to every instance on the transport, the sender included, in the order of each sender. */
export type Transport = {
  /** A text sent within a transaction leaves with its commit, or never. */
  joinsTransactions: boolean
  /** Limit of one text, in UTF-8. */
  largestBytes: number
  /** `within`: the transaction of the text, for a transport that joins transactions. */
  send(texts: string[], within?: Queryable): Promise<void>
  /** Resolves when the subscription is active. Only one listener. */
  listen(listener: TransportListener): Promise<void>
  close(): Promise<void>
}

export type TransportListener = {
  onText(text: string): void
  /** Texts sent recently and from now on may not arrive. */
  onLost(): void
  /** Texts arrive again; missed texts do not. */
  onResumed(): void
  /** The connection works again, but messages were missed. */
  onMissed(): void
}

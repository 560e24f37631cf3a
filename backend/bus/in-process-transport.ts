import type { Transport, TransportListener } from './transport.ts'

/** Transport for the single instance of an embedded database. */
export function inProcessTransport(): Transport {
  let listener: TransportListener | undefined
  return {
    joinsTransactions: false,
    largestBytes: Number.POSITIVE_INFINITY,
    async send(texts) {
      for (const text of texts) listener?.onText(text)
    },
    async listen(wanted) {
      listener = wanted
    },
    async close() {
      listener = undefined
    },
  }
}

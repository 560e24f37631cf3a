import * as v from 'valibot'
import { randomId } from '../page/random-id.ts'
import type { CallResult } from './call-result.ts'
import type { HttpClient } from './http-client.ts'

/** A later repetition is a new intention: the record may have changed since. */
const repeatedWithinMs = 10 * 60_000

const proofMissing = v.object({ reauthenticate: v.literal(true) })

export interface WriteKeys {
  /** Returns the key of the lost call to `address` if its content is the same, else a new one: the call has a new intention. */
  take(address: string, content: string): string
  /** Keeps the key of a call that got no answer: the server may have done the work. */
  keep(address: string, content: string, key: string): void
}

/** Owns the `Idempotency-Key` of every write: one for each intention of a person, the same again after a lost answer. */
export function createWriteKeys(newKey = randomId, now = () => performance.now()): WriteKeys {
  const lost = new Map<string, { content: string; key: string; at: number }>()
  return {
    take(address, content) {
      const known = lost.get(address)
      lost.delete(address)
      return known?.content === content && now() - known.at < repeatedWithinMs ? known.key : newKey()
    },
    keep(address, content, key) {
      lost.set(address, { content, key, at: now() })
    },
  }
}

/** Sends an `Idempotency-Key` with every write. A call that brings its key decides about its repetitions itself. */
export function withWriteKeys(http: HttpClient, keys = createWriteKeys()): HttpClient {
  return {
    ...http,
    async call(path, options = {}) {
      const { method = 'GET', body, query, headers = {} } = options
      if (method === 'GET' || 'idempotency-key' in headers) return http.call(path, options)
      const address = JSON.stringify([method, path, query])
      const content = JSON.stringify([body, headers])
      const key = keys.take(address, content)
      let isAnswered = false
      try {
        const result = await http.call(path, { ...options, headers: { ...headers, 'idempotency-key': key } })
        isAnswered = hasAnswer(result)
        return result
      } finally {
        if (!isAnswered) keys.keep(address, content, key)
      }
    },
  }
}

/**
 * Returns whether the server has finished the call. Without an answer, or with a missing proof, a 429, a server error,
 * or a page of another server, the server may still do the work later.
 */
function hasAnswer(result: CallResult): boolean {
  if (result === undefined) return true
  if (isProofMissing(result)) return false
  if (result.ok) return typeof result.data !== 'string' || result.data === ''
  return result.status !== null && isFinal(result.status)
}

/** Returns whether the server refused a call because the person must first enter the password again (ACC-4). */
export function isProofMissing(result: CallResult): boolean {
  return result?.ok === false && result.status === 403 && v.is(proofMissing, result.data)
}

/** Whether the server keeps an answer of this status. */
export function isFinal(status: number): boolean {
  return status !== 429 && status < 500
}

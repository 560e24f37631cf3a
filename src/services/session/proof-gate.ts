import type { HttpClient } from '../http/http-client.ts'
import { isProofMissing } from '../http/write-keys.ts'

/** Connects the calls that need the person's password again with the dialog that asks for the password (ACC-4). */
export interface ProofGate {
  /**
   * Asks the person once for all calls that wait. Resolves to false if the person declines, or if no dialog listens.
   */
  ask(): Promise<boolean>
  answer(isProven: boolean): void
  /** Returns a function that ends the listening; an open question then counts as declined. */
  listen(onAsked: () => void): () => void
}

export function createProofGate(): ProofGate {
  let listener: (() => void) | null = null
  let waiting: ((isProven: boolean) => void)[] = []
  function answer(isProven: boolean) {
    const answered = waiting
    waiting = []
    for (const resolve of answered) resolve(isProven)
  }
  return {
    ask() {
      if (listener === null) return Promise.resolve(false)
      const answered = new Promise<boolean>((resolve) => waiting.push(resolve))
      if (waiting.length === 1) listener()
      return answered
    },
    answer,
    listen(onAsked) {
      listener = onAsked
      return () => {
        if (listener !== onAsked) return
        listener = null
        answer(false)
      }
    },
  }
}

/**
 * If a call needs a proof, asks the person and repeats the call. If the person gives no proof, the result is the
 * refusal.
 */
export function withProof(http: HttpClient, { ask }: Pick<ProofGate, 'ask'>): HttpClient {
  return {
    ...http,
    async call(path, options) {
      const result = await http.call(path, options)
      return isProofMissing(result) && (await ask()) ? http.call(path, options) : result
    },
  }
}

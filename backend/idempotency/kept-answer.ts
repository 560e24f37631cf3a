import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Queryable } from '../database/database.ts'

/** A call with a key while its handler runs. */
type KeyedCall = {
  /** Kinds of records that only the effect of the call makes. */
  kinds: ReadonlySet<string>
  /** Stores the answer if it follows from the result of the effect's transaction. */
  keep(transaction: Queryable, result: unknown): Promise<void>
}

const running = new AsyncLocalStorage<KeyedCall & { hasEffect: boolean }>()

/** Runs the handler of a call with a key. */
export function asKeyedCall<Result>(call: KeyedCall, work: () => Promise<Result>): Promise<Result> {
  return running.run({ ...call, hasEffect: false }, work)
}

/** Records are made in the transaction of their change: so they show which transaction has the effect of the call. */
export function noteKinds(kinds: readonly string[]): void {
  const call = running.getStore()
  if (call !== undefined && kinds.some((kind) => call.kinds.has(kind))) call.hasEffect = true
}

/** Stores the answer of a call with a key in the transaction of its effect, so that a crash cannot leave one without the other. */
export function keepingAnswers(database: Database): Database {
  return {
    ...database,
    transaction(work) {
      const call = running.getStore()
      if (call === undefined) return database.transaction(work)
      call.hasEffect = false
      return database.transaction(async (transaction) => {
        const result = await work(transaction)
        if (call.hasEffect) await call.keep(transaction, result)
        return result
      })
    },
  }
}

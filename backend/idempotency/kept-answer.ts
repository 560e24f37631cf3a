import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Queryable } from '../database/database.ts'
import type { Fact } from '../evidence/fact.ts'

/** A call with a key while its handler runs. */
type KeyedCall = {
  /** Whether only the effect of the call makes this record. Absent if every transaction with the result of the handler is the effect. */
  isEffect: ((fact: Fact) => boolean) | undefined
  /** Stores the answer if the result of the transaction is that of the handler. */
  keep(transaction: Queryable, result: unknown): Promise<void>
}

const running = new AsyncLocalStorage<KeyedCall & { hasEffect: boolean }>()

/** Runs the handler of a call with a key. */
export function asKeyedCall<Result>(call: KeyedCall, work: () => Promise<Result>): Promise<Result> {
  return running.run({ ...call, hasEffect: false }, work)
}

/** Records are made in the transaction of their change: so they show which transaction has the effect of the call. */
export function noteFacts(facts: readonly Fact[]): void {
  const call = running.getStore()
  if (call?.isEffect !== undefined && facts.some(call.isEffect)) call.hasEffect = true
}

/** Stores the answer of a call with a key in the transaction of its effect, so that a crash cannot leave one without the other. */
export function keepingAnswers(database: Database): Database {
  return {
    ...database,
    transaction(work) {
      const call = running.getStore()
      if (call === undefined) return database.transaction(work)
      call.hasEffect = call.isEffect === undefined
      return database.transaction(async (transaction) => {
        const result = await work(transaction)
        if (call.hasEffect) await call.keep(transaction, result)
        return result
      })
    },
  }
}

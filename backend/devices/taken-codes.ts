import * as v from 'valibot'
import { attemptLimit } from '../access/attempt-limit.ts'
import { bounds } from '../bounds.ts'
import type { Database } from '../database/database.ts'

/** Other customers' codes that a customer may find taken in an hour: a typing error finds a few, a search thousands (OPS-4). */
const foreignCodes = { name: 'foreign-codes', ...bounds.foreignCodes.most }

/**
 * Resolves to those of `wordCodes` that a device of any customer has: a code is unique over all customers, because a controller answers to
 * it. Other customers' codes are limited; beyond the limit `retryAfterSeconds` is the time until more may be returned, else 0.
 */
export async function takenCodes(
  database: Database,
  customersId: string,
  wordCodes: string[],
  now: () => number,
): Promise<{ taken: ReadonlySet<string>; retryAfterSeconds: number }> {
  const limit = attemptLimit(database, foreignCodes, now)
  const rows = await database.query(
    `select devices.word_code as "wordCode", customers_id = $2 as "isOwn"
     from devices join condominiums on condominiums.id = condominium_id
     where devices.word_code = any($1::text[]) order by devices.word_code`,
    [wordCodes, customersId],
    v.object({ wordCode: v.string(), isOwn: v.boolean() }),
  )
  const taken = new Set(rows.filter(({ isOwn }) => isOwn).map(({ wordCode }) => wordCode))
  for (const { wordCode, isOwn } of rows) {
    const retryAfterSeconds = isOwn ? 0 : await limit.attempt(customersId)
    if (retryAfterSeconds > 0) return { taken, retryAfterSeconds }
    taken.add(wordCode)
  }
  return { taken, retryAfterSeconds: 0 }
}

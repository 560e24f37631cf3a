import * as v from 'valibot'
import { attemptLimit } from '../access/attempt-limit.ts'
import type { Database } from '../database/database.ts'

/** Of how many codes of other customers a customer is told in an hour: a person mistypes a few, who lists them wants thousands (OPS-4). */
const foreignCodes = { name: 'foreign-codes', most: 20, windowMs: 60 * 60_000 }

/**
 * Resolves to those of `wordCodes` that a device has, whoever's it is: a code is a device's over all customers, since it is what its
 * controller answers to. Of other customers' only as many as may be told; where there are more, `retryAfterSeconds` says how long that
 * stays so, else it is 0.
 */
export async function takenCodes(
  database: Database,
  customersId: string,
  wordCodes: string[],
  now: () => number,
): Promise<{ told: ReadonlySet<string>; retryAfterSeconds: number }> {
  const limit = attemptLimit(database, foreignCodes, now)
  const rows = await database.query(
    `select devices.word_code as "wordCode", customers_id = $2 as "isOwn"
     from devices join condominiums on condominiums.id = condominium_id
     where devices.word_code = any($1::text[]) order by devices.word_code`,
    [wordCodes, customersId],
    v.object({ wordCode: v.string(), isOwn: v.boolean() }),
  )
  const told = new Set(rows.filter(({ isOwn }) => isOwn).map(({ wordCode }) => wordCode))
  for (const { wordCode, isOwn } of rows) {
    const retryAfterSeconds = isOwn ? 0 : await limit.attempt(customersId)
    if (retryAfterSeconds > 0) return { told, retryAfterSeconds }
    told.add(wordCode)
  }
  return { told, retryAfterSeconds: 0 }
}

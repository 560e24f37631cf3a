import * as v from 'valibot'
import type { SignedHead } from '../../contract/wire/answers/evidence.ts'
import type { Database, Queryable } from '../database/database.ts'
import { firstValue, valuesOf } from '../database/row-values.ts'
import { appendFacts, holdEnd } from './append.ts'
import { theServer } from './fact.ts'
import type { SigningKey } from './signing-key.ts'

/** Signs the end of the customer's chain (EVI-3). If the key is new, a record of the chain names it. */
export function signHead(database: Database, key: SigningKey, customersId: string, now: number): Promise<SignedHead> {
  return database.transaction((transaction) => signHeadIn(transaction, key, customersId, now))
}

export async function signHeadIn(
  transaction: Queryable,
  key: SigningKey,
  customersId: string,
  now: number,
): Promise<SignedHead> {
  await holdEnd(transaction, customersId)
  const lastKey = 'select signed_by from evidence_heads where customers_id = $1'
  if ((await firstValue(transaction, lastKey, [customersId], v.nullable(v.string()))) !== key.fingerprint) {
    const data = { fingerprint: key.fingerprint, publicKey: key.publicKey }
    await appendFacts(transaction, customersId, { kind: 'key', at: now, actor: theServer, subject: {}, data })
  }
  const { seq, hash } = await holdEnd(transaction, customersId)
  const head = key.sign({ customer: customersId, seq, hash, at: new Date(now).toISOString() })
  await transaction.execute(
    `update evidence_heads set (signed_seq, signed_hash, signed_at, signature, signed_by) = ($2, $3, $4, $5, $6)
     where customers_id = $1`,
    [customersId, seq, hash, head.at, head.signature, key.fingerprint],
  )
  return head
}

/** Signs the chains that have grown since their last signature. Resolves to their heads. */
export async function signGrownChains(database: Database, key: SigningKey, now: number): Promise<SignedHead[]> {
  const grown = 'select customers_id from evidence_heads where signed_seq is distinct from seq order by customers_id'
  const heads: SignedHead[] = []
  for (const id of await valuesOf(database, grown, [], v.string())) heads.push(await signHead(database, key, id, now))
  return heads
}

import type { SignedHead } from '../../contract/wire/answers/evidence.ts'
import type { Database, Queryable } from '../database/database.ts'
import { mostAheadMs } from '../database/trusted-clock.ts'
import { appendFacts } from './append.ts'
import { checkAhead, expectedChains, lostEnd, requireSound, storedHeadOf, UnsoundChain } from './chain-soundness.ts'
import { theServer } from './fact.ts'
import type { SigningKey } from './signing-key.ts'

/** A chain that grew is signed after this time at the latest (EVI-3). */
export const signedEveryMs = 5 * 60_000

/**
 * Signs the end of the customer's chain (EVI-3), after a check of the last signature and of every record since. If the key is new, a
 * record of the chain names it. Rejects with an `UnsoundChain`, and signs nothing, if the check finds a problem.
 */
export async function signHead(
  database: Database,
  key: SigningKey,
  customersId: string,
  now: number,
): Promise<SignedHead> {
  const head = await signIf(() => true, database, key, customersId, now)
  if (head === undefined) throw new Error('the chain was not signed')
  return head
}

async function signIf(
  isWanted: (chain: { isGrown: boolean }) => boolean,
  database: Database,
  key: SigningKey,
  customersId: string,
  now: number,
): Promise<SignedHead | undefined> {
  const ahead = await checkAhead(database, customersId)
  const head = await database.transaction(async (transaction) => {
    const chain = await requireSound(transaction, key, customersId, ahead)
    if (isWanted(chain)) return signEnd(transaction, key, customersId, now, chain.signedBy !== key.fingerprint)
    return undefined
  })
  if (head !== undefined) await key.signedHeads.keep([head])
  return head
}

/** Signs the end of a chain that this transaction has checked; `isKeyNew`: a record names the key before. */
export async function signEnd(
  transaction: Queryable,
  key: SigningKey,
  customersId: string,
  now: number,
  isKeyNew: boolean,
): Promise<SignedHead> {
  if (isKeyNew) {
    const data = { fingerprint: key.fingerprint, publicKey: key.publicKey }
    await appendFacts(transaction, customersId, { kind: 'key', at: now, actor: theServer, subject: {}, data })
  }
  const stored = await storedHeadOf(transaction, customersId)
  if (stored === undefined) throw new UnsoundChain(lostEnd)
  const { seq, hash, signedAt } = stored
  const head = key.sign({ customer: customersId, seq, hash, at: headTime(now, signedAt).toISOString() })
  await transaction.execute(
    `update evidence_heads set (signed_seq, signed_hash, signed_at, signature, signed_by) = ($2, $3, $4, $5, $6)
     where customers_id = $1`,
    [customersId, seq, hash, head.at, head.signature, key.fingerprint],
  )
  return head
}

/**
 * Returns the time of a new head: never earlier than that of the head before, so that a verifier may refuse a longer chain of an earlier time
 * as rolled back although the clock was set back, or is behind that of another instance. A time that is more than 7 days ahead came from a
 * wrong clock and is not repeated.
 */
function headTime(now: number, before: Date | null): Date {
  const aheadMs = before === null ? 0 : before.getTime() - now
  return new Date(aheadMs > 0 && aheadMs <= mostAheadMs ? now + aheadMs : now)
}

/**
 * Signs the chains that have grown since their last signature, and checks the signature of the others. `report` gets the result for each
 * chain; a chain with a problem does not keep the others from being signed.
 */
export async function signGrownChains(
  database: Database,
  key: SigningKey,
  now: number,
  report: (customersId: string, problem: string | undefined) => void,
): Promise<void> {
  for (const id of await expectedChains(database, key.signedHeads.all())) {
    try {
      await signIf(({ isGrown }) => isGrown, database, key, id, now)
      report(id, undefined)
    } catch (error) {
      if (!(error instanceof UnsoundChain)) throw error
      report(id, error.problem)
    }
  }
}

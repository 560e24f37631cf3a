import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { hasRow } from '../database/row-values.ts'
import { tables } from '../database/tables.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { attemptLimit } from './attempt-limit.ts'

const minuteMs = 60_000
const mostOfPair = { name: 'sign-in', most: 10, windowMs: 5 * minuteMs }
/** A gatehouse's people share an address; what succeeds is given back. */
const mostOfNetwork = { name: 'sign-in-network', most: 100, windowMs: 5 * minuteMs }
const mostOfAccount = { name: 'sign-in-account', most: 30, windowMs: 60 * minuteMs }

/** Whose password is tried: the account that was found, else only what was written. */
export type Tried = { userId: string } | { email: string }

export type SignInAttempt = {
  /** It was the right one: it counts nowhere, and the place is one of this person's from now on. */
  succeeded(): Promise<void>
  /** It was not tried at all. */
  takeBack(): Promise<void>
}

/**
 * Counts tries of passwords (OPS-4) by what was found, not by how its name was written: of one account from one network, of one
 * network at all accounts, and of one account from all networks from which it was never entered. So spraying addresses gains
 * nothing, and nobody can lock a person out of the places where that person works.
 */
export function signInLimits(database: Database, now: () => number) {
  const ofPair = attemptLimit(database, mostOfPair, now)
  const ofNetwork = attemptLimit(database, mostOfNetwork, now)
  const ofAccount = attemptLimit(database, mostOfAccount, now)

  function isKnown(userId: string, place: string): Promise<boolean> {
    const since = new Date(now() - tables.sign_in_places.retention.keepMs)
    const sql = 'select from sign_in_places where user_id = $1 and place = $2 and last_at > $3'
    return hasRow(database, sql, [userId, place, since])
  }

  return {
    /** Counts one try; rejects with a 429 `Refusal` where there were too many. */
    async begin(ip: string, tried: Tried): Promise<SignInAttempt> {
      const network = callerNetwork(ip)
      const subject = 'userId' in tried ? `user ${tried.userId}` : `e-mail ${hashOf(tried.email)}`
      const place = hashOf(`${subject} ${network}`)
      // Asked for nobody as well: the time must not tell who has an account.
      const isAtHome = await isKnown('userId' in tried ? tried.userId : '', place)
      const limits = [
        { limit: ofPair, key: `${network} ${subject}` },
        { limit: ofNetwork, key: network },
        ...(isAtHome ? [] : [{ limit: ofAccount, key: subject }]),
      ]
      const counted: typeof limits = []
      const takeBack = async () => {
        for (const { limit, key } of counted) await limit.takeBack(key)
      }
      for (const each of limits) {
        const retryAfterSeconds = await each.limit.attempt(each.key)
        if (retryAfterSeconds > 0) {
          await takeBack()
          throw new Refusal(429, { headers: { 'retry-after': String(retryAfterSeconds) } })
        }
        counted.push(each)
      }
      return {
        takeBack,
        async succeeded() {
          await ofPair.clear(`${network} ${subject}`)
          await ofNetwork.takeBack(network)
          if (!isAtHome) await ofAccount.takeBack(subject)
          if ('userId' in tried)
            await database.execute(
              `insert into sign_in_places (user_id, place, last_at) values ($1, $2, $3)
               on conflict (user_id, place) do update set last_at = excluded.last_at`,
              [tried.userId, place, new Date(now())],
            )
        },
      }
    },
  }
}

/** Addresses are not kept as they are. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}

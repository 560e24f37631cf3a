import { createHash } from 'node:crypto'
import { bounds } from '../bounds.ts'
import type { Database } from '../database/database.ts'
import { hasRow } from '../database/row-values.ts'
import { tables } from '../database/tables.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { attemptLimit } from './attempt-limit.ts'

const mostOfPair = { name: 'sign-in', ...bounds.signIn.most }
/** All people of a gatehouse share one address; a successful sign-in is not counted. */
const mostOfNetwork = { name: 'sign-in-network', ...bounds.signInNetwork.most }
const mostOfAccount = { name: 'sign-in-account', ...bounds.signInAccount.most }

/** Account of the attempt: the user id if the account exists, else the entered e-mail. */
export type Tried = { userId: string } | { email: string }

export type SignInAttempt = {
  /** The password was right: removes the counted attempt and stores the network as one that this person uses. */
  succeeded(): Promise<void>
  /** The password was not checked: removes the counted attempt. */
  takeBack(): Promise<void>
}

/**
 * Counts password attempts (OPS-4) per account and network, per network, and per account over all networks from which the person has never
 * signed in. Trying many networks gains an attacker nothing, and an attacker cannot lock a person out of the networks that the person uses.
 * An account counts by its id, however the e-mail is written.
 */
export function signInLimits(database: Database, now: () => number) {
  const ofPair = attemptLimit(database, mostOfPair, now)
  const ofNetwork = attemptLimit(database, mostOfNetwork, now)
  const ofAccount = attemptLimit(database, mostOfAccount, now)

  function isKnown(userId: string, networkHash: string): Promise<boolean> {
    const since = new Date(now() - tables.sign_in_places.retention.keepMs)
    const sql = 'select from sign_in_places where user_id = $1 and place = $2 and last_at > $3'
    return hasRow(database, sql, [userId, networkHash, since])
  }

  return {
    /** Counts one attempt; rejects with a 429 `Refusal` if there were too many. */
    async begin(ip: string, tried: Tried): Promise<SignInAttempt> {
      const network = callerNetwork(ip)
      const subject = 'userId' in tried ? `user ${tried.userId}` : `e-mail ${hashOf(tried.email)}`
      const networkHash = hashOf(`${subject} ${network}`)
      // Queried for an unknown e-mail too: response time must not reveal whether the account exists.
      const isKnownNetwork = await isKnown('userId' in tried ? tried.userId : '', networkHash)
      const limits = [
        { limit: ofPair, key: `${network} ${subject}` },
        { limit: ofNetwork, key: network },
        ...(isKnownNetwork ? [] : [{ limit: ofAccount, key: subject }]),
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
          if (!isKnownNetwork) await ofAccount.takeBack(subject)
          if ('userId' in tried)
            await database.execute(
              `insert into sign_in_places (user_id, place, last_at) values ($1, $2, $3)
               on conflict (user_id, place) do update set last_at = excluded.last_at`,
              [tried.userId, networkHash, new Date(now())],
            )
        },
      }
    },
  }
}

/** Hashes an address, so that the database stores no plain addresses. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}

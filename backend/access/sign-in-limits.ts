import { createHash } from 'node:crypto'
import { bounds } from '../bounds.ts'
import type { Database } from '../database/database.ts'
import { hasRow } from '../database/row-values.ts'
import { tables } from '../database/tables.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { type AttemptLimit, attemptLimit, countAttempt } from './attempt-limit.ts'

const mostOfPair = { name: 'sign-in', ...bounds.signIn.most }
/** All people of a gatehouse share one address; a successful sign-in is not counted. */
const mostOfNetwork = { name: 'sign-in-network', ...bounds.signInNetwork.most }
const mostOfAccount = { name: 'sign-in-account', ...bounds.signInAccount.most }
const mostOfBrowser = { name: 'sign-in-browser', ...bounds.signInBrowser.most }
const mostOfOwn = { name: 'password', ...bounds.ownPasswords.most }
const mostOfColleagues = { name: 'handover', ...bounds.handoverPasswords.most }

/** Account of the attempt: the user id if the account exists, else the entered e-mail. */
export type Tried = { userId: string } | { email: string }

export type SignInAttempt = {
  /**
   * Reports a right password: removes the counted attempt, and stores the network and the browser as known for this
   * person.
   */
  succeeded(): Promise<void>
  /** The password was not checked: removes the counted attempt. */
  takeBack(): Promise<void>
}

type Counter = { limit: AttemptLimit; key: string }

/**
 * Counts password attempts (OPS-4). If the person signed in from this browser before, an attempt counts only for this
 * browser and person, so attempts elsewhere cannot lock the person out here. Any other attempt counts per account and
 * network, per network, and, from a network in which the person has never signed in, per account. An account counts by
 * its id, however the e-mail is written.
 */
export function signInLimits(database: Database, now: () => number) {
  const ofPair = attemptLimit(database, mostOfPair, now)
  const ofNetwork = attemptLimit(database, mostOfNetwork, now)
  const ofAccount = attemptLimit(database, mostOfAccount, now)
  const ofBrowser = attemptLimit(database, mostOfBrowser, now)
  const ofSignedIn = attemptLimit(database, mostOfOwn, now)
  const ofColleagues = attemptLimit(database, mostOfColleagues, now)

  function isKnown(userId: string, place: string): Promise<boolean> {
    const since = new Date(now() - tables.sign_in_places.retention.keepMs)
    const sql = 'select from sign_in_places where user_id = $1 and place = $2 and last_at > $3'
    return hasRow(database, sql, [userId, place, since])
  }

  /**
   * Counts one attempt at each counter; if one counter refuses the attempt, it counts at none. A success clears the
   * first counter and removes the attempt from the others.
   */
  async function count([first, ...others]: [Counter, ...Counter[]]): Promise<SignInAttempt> {
    const counted: Counter[] = []
    const takeBack = async () => {
      for (const { limit, key } of counted) await limit.takeBack(key)
    }
    for (const each of [first, ...others]) {
      await countAttempt(each.limit, each.key).catch(async (error: unknown) => {
        await takeBack()
        throw error
      })
      counted.push(each)
    }
    return {
      takeBack,
      async succeeded() {
        await first.limit.clear(first.key)
        for (const { limit, key } of others) await limit.takeBack(key)
      },
    }
  }

  return {
    /**
     * Counts one attempt from a browser with the id `browser`. Rejects with a 429 `Refusal` if there were too many
     * attempts.
     */
    async begin(ip: string, tried: Tried, browser: string): Promise<SignInAttempt> {
      const network = callerNetwork(ip)
      const [subject, userId] =
        'userId' in tried ? [`user ${tried.userId}`, tried.userId] : [`e-mail ${hashOf(tried.email)}`, '']
      const [ofThisBrowser, ofThisNetwork] = [hashOf(`${subject} browser ${browser}`), hashOf(`${subject} ${network}`)]
      // Queried for an unknown e-mail too: response time must not reveal whether the account exists.
      const isKnownBrowser = await isKnown(userId, ofThisBrowser)
      const isKnownNetwork = await isKnown(userId, ofThisNetwork)
      const attempt = await count(
        isKnownBrowser
          ? [{ limit: ofBrowser, key: ofThisBrowser }]
          : [
              { limit: ofPair, key: `${network} ${subject}` },
              { limit: ofNetwork, key: network },
              ...(isKnownNetwork ? [] : [{ limit: ofAccount, key: subject }]),
            ],
      )
      return {
        ...attempt,
        async succeeded() {
          await attempt.succeeded()
          if (userId !== '')
            await database.execute(
              `insert into sign_in_places (user_id, place, last_at) select $1, unnest($2::text[]), $3
               on conflict (user_id, place) do update set last_at = excluded.last_at`,
              [userId, [ofThisNetwork, ofThisBrowser], new Date(now())],
            )
        },
      }
    },
    /** Counts an attempt of a signed-in person with their own password. */
    beginOwn: (userId: string): Promise<SignInAttempt> => count([{ limit: ofSignedIn, key: userId }]),
    /**
     * Counts an attempt with a colleague's password in the session of `userId`. The attempt never counts against the
     * colleague.
     */
    beginColleague(ip: string, userId: string): Promise<SignInAttempt> {
      const network = { limit: ofNetwork, key: callerNetwork(ip) }
      return count([{ limit: ofColleagues, key: userId }, network])
    },
  }
}

/** Hashes an address, so that the database stores no plain addresses. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}

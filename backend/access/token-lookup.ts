import { bounds } from '../bounds.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'
import { hashOfToken, type Identity, identityOfToken, isTokenLike } from '../sessions/sessions.ts'
import { turns } from '../turns.ts'

/** The connection (any object that lives as long) and the network of a caller. */
export type TokenCaller = { connection: object; network: string }

export type TokenLookup = {
  /**
   * Resolves to the identity of a valid token, else to undefined. Queries the database once per connection and second (OPS-4). Rejects with
   * a 503 `Refusal` if too many unknown tokens wait.
   */
  identityOf(caller: TokenCaller, token: string | undefined): Promise<Identity | undefined>
  /** Does work for a caller without a known token, as one of few. Rejects with a 503 `Refusal` if too many wait. */
  inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result>
  /** Sessions or rights may have changed: forgets all results. */
  changed(): void
}

type Result = { token: string; at: number; ageFrom: number; change: number; identity: Promise<Identity | undefined> }

export function tokenLookup(database: Database, now: () => number): TokenLookup {
  const results = new WeakMap<object, Result>()
  /** Hashes of tokens that were valid: their callers do not wait behind the guesses of strangers. */
  const known = new Set<string>()
  const takeTurn = turns(
    bounds.unknownTokens.most,
    () => new Refusal(503, { headers: { 'retry-after': '1' }, unasked: 'notAsked' }),
  )
  let change = 0

  function isFresh({ at, ageFrom, change: seen }: Result): boolean {
    const { timeMs } = bounds.tokenAge.most
    return seen === change && performance.now() - ageFrom < timeMs && Math.abs(now() - at) < timeMs
  }

  async function query(token: string, network: string): Promise<Identity | undefined> {
    const hash = hashOfToken(token)
    const ask = () => identityOfToken(database, token, now())
    const identity = await (known.has(hash) ? ask() : takeTurn(network, ask))
    known.delete(hash)
    if (identity !== undefined) known.add(hash)
    const [oldest] = known
    if (oldest !== undefined && known.size > bounds.knownTokens.most.count) known.delete(oldest)
    return identity
  }

  return {
    async identityOf({ connection, network }, token) {
      if (token === undefined || !isTokenLike(token)) return undefined
      const last = results.get(connection)
      if (last?.token === token && isFresh(last)) {
        const identity = await last.identity
        if (identity === undefined || identity.expiresAt.getTime() > now()) return identity
      }
      const identity = query(token, network)
      results.set(connection, { token, at: now(), ageFrom: performance.now(), change, identity })
      identity.catch(() => results.delete(connection))
      return identity
    },
    inTurn: takeTurn,
    changed() {
      change += 1
    },
  }
}

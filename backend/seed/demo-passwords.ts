import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { isActive, storePasswordHash } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { theMachine } from '../evidence/fact.ts'
import { endAccess } from '../people/access-ends.ts'
import { noteAct } from '../people/person-history.ts'
import { hashPassword, isFullyCostly, verifyPassword } from '../sessions/passwords.ts'
import { demoEmails, publicPassword } from './accounts.ts'

/** A demo account that can sign in; without `password` if the account has an unknown one. */
export type DemoSignIn = { email: string; password?: string }

/** Lists the demo accounts that can sign in, in display order; with `password` if it matches. */
export async function demoSignIns(database: Queryable, password: string): Promise<DemoSignIn[]> {
  const accounts = await demoAccountsIn(database)
  const opens = await opened(accounts, password)
  return accounts.map(({ email, hash }) => (opens.has(hash) ? { email, password } : { email }))
}

/**
 * Replaces the public password of demo accounts by `chosen`, or a random one each, and ends their sessions and wall links. Resolves to the changed
 * accounts, in display order (ACC-3).
 */
export async function replacePublicPasswords(
  transaction: Queryable,
  chosen: string | undefined,
  now: number,
): Promise<Required<DemoSignIn>[]> {
  const accounts = await demoAccountsIn(transaction)
  const opens = await opened(accounts, publicPassword)
  const replaced: Required<DemoSignIn>[] = []
  for (const { id, email, hash } of accounts) {
    if (!opens.has(hash)) continue
    const password = chosen === undefined || chosen === publicPassword ? randomPassword() : chosen
    const ended = await endAccess(transaction, id)
    await storePasswordHash(transaction, id, await hashPassword(password))
    await noteAct(transaction, id, { act: 'password-set', actor: theMachine, at: now, ended })
    replaced.push({ email, password })
  }
  return replaced
}

const demoAccount = v.object({ id: v.string(), email: v.string(), hash: v.string() })

function demoAccountsIn(database: Queryable): Promise<v.InferOutput<typeof demoAccount>[]> {
  return database.query(
    `select id, email, password_hash as hash from users where ${isActive} and email = any($1::text[])
     order by array_position($1::text[], email)`,
    [demoEmails],
    demoAccount,
  )
}

async function opened(accounts: { hash: string }[], password: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const hash of new Set(accounts.map((account) => account.hash))) {
    // The public password never has a full-cost hash, and comparing costs as much as hashing.
    if (password === publicPassword && isFullyCostly(hash)) continue
    if (await verifyPassword(password, hash)) found.add(hash)
  }
  return found
}

/** Makes 80 random bits in groups that can be read out and typed: without 0, O, 1, I and L. */
function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { isActive, storePasswordHash } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { noteAct } from '../people/person-history.ts'
import { hashPassword, isFullyCostly, verifyPassword } from '../sessions/passwords.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { demoEmails, publicPassword } from './accounts.ts'

/** A demo account that can sign in; without a password where that is another than is known here. */
export type DemoSignIn = { email: string; password?: string }

/** Every demo account that can sign in, in their order; with `password` where it opens them. */
export async function demoSignIns(database: Queryable, password: string): Promise<DemoSignIn[]> {
  const accounts = await demoAccountsIn(database)
  const opens = await opened(accounts, password)
  return accounts.map(({ email, hash }) => (opens.has(hash) ? { email, password } : { email }))
}

/**
 * Gives another password to each demo account that has the public one: `chosen`, or a random one of its own; whoever is signed in with
 * the public one is signed out. Resolves to those accounts, in their order (ACC-3).
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
    await endSessionsOf(transaction, id)
    await storePasswordHash(transaction, id, await hashPassword(password))
    await noteAct(transaction, id, { act: 'password-set', by: null, at: now })
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

/** The hashes that `password` opens. */
async function opened(accounts: { hash: string }[], password: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const hash of new Set(accounts.map((account) => account.hash))) {
    // The public one is never hashed at full cost, and trying costs as much as hashing.
    if (password === publicPassword && isFullyCostly(hash)) continue
    if (await verifyPassword(password, hash)) found.add(hash)
  }
  return found
}

/** 80 bits in groups that can be read out and typed: without 0, O, 1, I and L. */
function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

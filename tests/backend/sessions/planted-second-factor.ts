import { createHash } from 'node:crypto'
import type { Queryable } from '../../../backend/database/database.ts'
import { demoPassword } from '../../prepared-database.ts'
import type { SignedIn } from '../parts/embedded-backend.ts'
import { codeAt } from './authenticator.ts'

/** The only recovery code of a second factor that a test stores directly. */
export const recoveryCode = 'AAAA-BBBB-CCCC-DDDD'

export async function plantSecondFactor(database: Queryable, userId: string): Promise<void> {
  const hash = createHash('sha256').update(recoveryCode.replaceAll('-', '')).digest('base64url')
  await database.execute(
    `insert into second_factors (user_id, secret, recovery_hashes, confirmed_at) values ($1, '', array[$2], now())
     on conflict (user_id) do update set (recovery_hashes, confirmed_at) = (excluded.recovery_hashes, now())`,
    [userId, hash],
  )
}

export async function dropSecondFactor(database: Queryable, userId: string): Promise<void> {
  await database.execute('delete from second_factors where user_id = $1', [userId])
}

/** Requests a secret and resolves to its current code, by the clock of the server. */
export async function offeredCode(person: Pick<SignedIn, 'call'>): Promise<string> {
  const answer = await person.call('/rest/auth/second-factor', { method: 'POST' })
  const { secret } = await answer.json()
  return codeAt(secret, Date.parse(answer.headers.get('date') ?? ''))
}

/**
 * Sends the password of a person with a second factor. Resolves to the challenge, which the client sends with the code.
 */
export async function challengeOf(backend: { url: string }, email: string, password = demoPassword): Promise<string> {
  const answer = await fetch(`${backend.url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return (await answer.json()).challenge
}

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type Account, accountById, passwordHashOf } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import { sealedTexts } from '../sealed-text.ts'

const validMs = 5 * 60_000

/** A person who entered the right password, and whether they want to stay signed in. */
type PasswordProved = { account: Account; remember: boolean }

const content = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.string(), remember: v.boolean(), until: v.number(), password: v.string() }),
)

/**
 * The step of a sign-in between the password and the code (SES-12). A challenge is an encrypted text: an invented
 * challenge causes no query, and no table stores challenges. A challenge alone begins no session: it needs a code, and
 * each code is accepted once.
 */
export function signInChallenges(database: Queryable, signingKey: SigningKey, now: () => number) {
  const sealed = sealedTexts(signingKey.derive('sign-in challenge'))

  /** Returns a text that changes with the password, so that a new password invalidates earlier challenges. */
  async function passwordMark(userId: string): Promise<string> {
    return createHash('sha256')
      .update((await passwordHashOf(database, userId)) ?? '')
      .digest('base64url')
  }

  return {
    async make({ account: { userId }, remember }: PasswordProved): Promise<string> {
      const password = await passwordMark(userId)
      return sealed.seal(JSON.stringify({ userId, remember, until: now() + validMs, password }))
    },
    /**
     * Resolves to the person and their choice; undefined if the server did not make the text, after 5 minutes, after a
     * change of the password, or if the person may not sign in.
     */
    async open(challenge: string): Promise<PasswordProved | undefined> {
      const opened = parsed(challenge)
      if (opened === undefined || opened.until <= now() || opened.until > now() + validMs) return undefined
      const account = await accountById(database, opened.userId)
      const isSamePassword = (await passwordMark(opened.userId)) === opened.password
      return account !== undefined && isSamePassword ? { account, remember: opened.remember } : undefined
    },
  }

  function parsed(challenge: string): v.InferOutput<typeof content> | undefined {
    try {
      return v.parse(content, sealed.open(challenge))
    } catch {
      return undefined
    }
  }
}

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type Account, accountById, passwordHashOf } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import { sealedTexts } from '../sealed-text.ts'

const validMs = 5 * 60_000

/** A person whose password was right, and their choice to stay signed in. */
type PasswordProved = { account: Account; remember: boolean }

const content = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.string(), remember: v.boolean(), until: v.number(), password: v.string() }),
)

/**
 * The step between password and code (SES-12). A challenge is a sealed text, so strangers cause no query and fill no table. It begins no session
 * by itself: the code that it needs counts once.
 */
export function signInChallenges(database: Queryable, signingKey: SigningKey, now: () => number) {
  const sealed = sealedTexts(signingKey.derive('sign-in challenge'))

  /** A new password ends the challenges of the old one. */
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
    /** Returns the person and their choice; undefined for a text of another origin, after 5 minutes, or for a person who may not sign in. */
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

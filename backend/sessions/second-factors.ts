import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import * as v from 'valibot'
import type { SecondFactor, SecondFactorOffer } from '../../contract/wire/routes/second-factor.ts'
import { type Account, lacksSecondFactor } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import { sealedTexts } from '../sealed-text.ts'

/** The values of RFC 6238 that every authenticator supports. */
const rules = { issuer: 'Guarita', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Accepted steps before and after the current step, because clocks of phones differ (RFC 6238 §5.2). */
const nearSteps = 1
const secretBytes = 20

const recoveryCodeCount = 10
/** Base32 has no 0, 1, 8 and 9, which look like letters. */
const recoveryLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 16 letters have 80 bits: nobody can find the code from its plain hash. */
const recoveryLength = 16

const factorRow = v.object({ secret: v.string(), isSet: v.boolean() })
const stateRow = v.object({
  setAt: v.nullable(timeColumn),
  recoveryCodesLeft: v.pipe(
    v.nullable(v.number()),
    v.transform((left) => left ?? 0),
  ),
  isRequired: v.boolean(),
})

/** The kind of code that was accepted. */
export type UsedCode = 'code' | 'recovery'

/** The second factors of people (SES-12). Secrets are encrypted with a key that is derived from the signing key. */
export type SecondFactors = {
  isSet(database: Queryable, userId: string): Promise<boolean>
  stateOf(database: Queryable, userId: string): Promise<SecondFactor>
  /**
   * Stores a new secret, which has no effect before `confirm`. Resolves to undefined if the person has a second factor.
   */
  offer(database: Queryable, account: Account): Promise<SecondFactorOffer | undefined>
  /**
   * Activates the offered secret. Resolves to the recovery codes; to 'wrong' for a wrong code; to undefined if no
   * secret was offered.
   */
  confirm(database: Queryable, userId: string, code: string): Promise<string[] | 'wrong' | undefined>
  /**
   * Uses a code of the active second factor. Resolves to undefined for a wrong or used code. Two calls cannot use the
   * same code.
   */
  use(database: Queryable, userId: string, code: string): Promise<UsedCode | undefined>
}

/** Resolves to false if the person has neither a second factor nor an offered secret. */
export async function removeSecondFactor(database: Queryable, userId: string): Promise<boolean> {
  return (await database.execute('delete from second_factors where user_id = $1', [userId])) > 0
}

export function secondFactors(signingKey: SigningKey, now: () => number): SecondFactors {
  const sealed = sealedTexts(signingKey.derive('second factor'))

  async function factorOf(database: Queryable, userId: string): Promise<v.InferOutput<typeof factorRow> | undefined> {
    const sql = 'select secret, confirmed_at is not null as "isSet" from second_factors where user_id = $1'
    return (await database.query(sql, [userId], factorRow))[0]
  }

  /**
   * Returns the time step of a code; undefined if the code is wrong, or if the secret was encrypted with another
   * signing key.
   */
  function stepOf(secret: string, token: string): number | undefined {
    const base32 = opened(secret)
    if (base32 === undefined || !/^\d{6}$/.test(token)) return undefined
    const totp = new TOTP({ ...rules, secret: Secret.fromBase32(base32) })
    const delta = totp.validate({ token, timestamp: now(), window: nearSteps })
    return delta === null ? undefined : totp.counter({ timestamp: now() }) + delta
  }

  function opened(secret: string): string | undefined {
    try {
      return sealed.open(secret)
    } catch {
      return undefined
    }
  }

  return {
    async isSet(database, userId) {
      return (await factorOf(database, userId))?.isSet === true
    },

    async stateOf(database, userId) {
      const [state] = await database.query(
        `select confirmed_at as "setAt", cardinality(recovery_hashes) as "recoveryCodesLeft", ${lacksSecondFactor} as "isRequired"
         from users left join second_factors on second_factors.user_id = users.id where users.id = $1`,
        [userId],
        stateRow,
      )
      if (state === undefined) throw new Error('the person does not exist')
      return state
    },

    async offer(database, { userId, email }) {
      const secret = new Secret({ size: secretBytes })
      const stored = await database.execute(
        `insert into second_factors (user_id, secret) values ($1, $2)
         on conflict (user_id) do update set secret = excluded.secret where second_factors.confirmed_at is null`,
        [userId, sealed.seal(secret.base32)],
      )
      if (stored === 0) return undefined
      return { secret: secret.base32, address: new TOTP({ ...rules, label: email, secret }).toString() }
    },

    async confirm(database, userId, code) {
      const factor = await factorOf(database, userId)
      if (factor === undefined || factor.isSet) return undefined
      const step = stepOf(factor.secret, code)
      if (step === undefined) return 'wrong'
      const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
      const set = await database.execute(
        `update second_factors set (confirmed_at, used_step, recovery_hashes) = ($2, $3, $4)
         where user_id = $1 and confirmed_at is null and secret = $5`,
        [userId, new Date(now()), step, recoveryCodes.map(hashOf), factor.secret],
      )
      return set === 0 ? undefined : recoveryCodes.map(inGroups)
    },

    async use(database, userId, code) {
      const factor = await factorOf(database, userId)
      if (factor?.isSet !== true) return undefined
      const step = stepOf(factor.secret, code)
      const isNew =
        step !== undefined &&
        (await database.execute('update second_factors set used_step = $2 where user_id = $1 and used_step < $2', [
          userId,
          step,
        ])) > 0
      if (isNew) return 'code'
      const isRecovery = await database.execute(
        `update second_factors set recovery_hashes = array_remove(recovery_hashes, $2)
         where user_id = $1 and $2 = any (recovery_hashes)`,
        [userId, hashOf(code)],
      )
      return isRecovery > 0 ? 'recovery' : undefined
    },
  }
}

function newRecoveryCode(): string {
  return Array.from({ length: recoveryLength }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join('')
}

function inGroups(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? code
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { lockText } from '../../contract/fields/password.ts'

/** Of scrypt. */
export type PasswordCost = { N: number; r: number; p: number }

/** As OWASP asks for (OPS-4): 128 MiB, and some tenths of a second. */
export const fullCost: PasswordCost = { N: 2 ** 17, r: 8, p: 1 }
/** For what is no secret. */
export const cheapCost: PasswordCost = { N: 2 ** 10, r: 8, p: 1 }
let cost = fullCost
const keyBytes = 32

/** What a hash costs that this process makes from now on. Tests alone pay less than `fullCost`. */
export function setPasswordCost(wanted: PasswordCost): void {
  cost = wanted
}

/** Whether `hash` cost less than one that is made now. */
export function isOutdated(hash: string): boolean {
  return workOf(hash) < cost.N * cost.r * cost.p
}

export function isFullyCostly(hash: string): boolean {
  return workOf(hash) >= fullCost.N * fullCost.r * fullCost.p
}

function workOf(hash: string): number {
  const [, N, r, p] = hash.split('$')
  return Number(N) * Number(r) * Number(p)
}

/** A salted scrypt hash as text: `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string, { N, r, p }: PasswordCost = cost): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, { N, r, p })
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Costs the same for a missing hash, so that the time does not tell whether an e-mail exists. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? '').split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) {
    await derive(password, Buffer.alloc(16), cost)
    return false
  }
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(lockText(password), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

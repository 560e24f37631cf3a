import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { lockText } from '../../contract/fields/password.ts'
import { bounds } from '../bounds.ts'
import { passwordTurns } from './password-turns.ts'

/** Parameters of scrypt. */
export type PasswordCost = { N: number; r: number; p: number }

/** Cost recommended by OWASP (OPS-4): 128 MiB, and some tenths of a second. */
export const fullCost: PasswordCost = { N: 2 ** 17, r: 8, p: 1 }
/** For passwords that are public. */
export const cheapCost: PasswordCost = { N: 2 ** 10, r: 8, p: 1 }
let cost = fullCost
const keyBytes = 32
/** For the whole process, because memory and threads belong to the process. */
const takeTurn = passwordTurns(bounds.passwordHashes.most)

/** Sets the cost of new hashes. Only tests use less than `fullCost`. */
export function setPasswordCost(wanted: PasswordCost): void {
  cost = wanted
}

/** Returns whether `hash` has a lower cost than a new hash. */
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

/**
 * Makes a salted scrypt hash as text: `scrypt$N$r$p$salt$key`, salt and key in base64url. `from` is the caller's network; rejects with a
 * 429 `Refusal` if too many hashes are waiting.
 */
export async function hashPassword(
  password: string,
  { from = '', cost: { N, r, p } = cost }: { from?: string; cost?: PasswordCost } = {},
): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, { N, r, p }, from)
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Compares a password with a hash. Takes the same time for a missing hash, so that time does not reveal whether an e-mail exists. */
export async function verifyPassword(password: string, hash: string | undefined, from = ''): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? '').split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) {
    await derive(password, Buffer.alloc(16), cost, from)
    return false
  }
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(
    password,
    Buffer.from(salt, 'base64url'),
    { N: Number(N), r: Number(r), p: Number(p) },
    from,
  )
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost, from: string): Promise<Buffer> {
  const make = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(lockText(password), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  return takeTurn(from, make)
}

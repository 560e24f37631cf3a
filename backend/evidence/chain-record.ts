import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type Fact, Personal } from './fact.ts'

/** A personal value beside its record; `hash` is what stands in the record. */
export type Kept = { hash: string; salt: string; value: string; of: string }

/** The newest record of a chain: its number and hash. */
export type ChainEnd = { seq: number; hash: string }

/** A record with its place in the chain (EVI-3): `text` is its canonical JSON, `hash` goes into the next one. */
export type ChainRecord = ChainEnd & { text: string; kept: Kept[] }

/** Canonical JSON (RFC 8785). */
export function canonical(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('no JSON')
  return text
}

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The hash before the first record of a customer: no chain can be taken for another's. */
export function firstHash(customersId: string): string {
  return sha256(`guarita ${customersId}`)
}

/** What stands in a record for a personal value: SHA-256 of the salt's text and the value's. */
export function saltedHash(salt: string, value: string): string {
  return sha256(`${salt}${value}`)
}

/** The record of a fact that comes after `end`. */
export function chainRecord({ kind, at, actor, subject, data = {}, key }: Fact, end: ChainEnd): ChainRecord {
  const kept: Kept[] = []
  const seq = end.seq + 1
  const text = canonical({
    seq,
    at: new Date(at).toISOString(),
    kind,
    actor: withSalt(actor, kept),
    subject,
    data: withSalt({ ...data, key }, kept),
    prev: end.hash,
  })
  return { seq, text, hash: sha256(end.hash + text), kept }
}

/** `value` with a salted hash in place of all that is personal in it, which goes to `kept`. */
function withSalt(value: unknown, kept: Kept[]): unknown {
  if (value instanceof Personal) {
    const salt = randomBytes(16).toString('hex')
    const plain = storable(value.value)
    const hash = saltedHash(salt, plain)
    kept.push({ hash, salt, value: plain, of: value.of })
    return { salted: hash }
  }
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map((each) => withSalt(each, kept))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withSalt(each, kept)]))
  return value
}

/** What a database takes: no half of a character, no NUL. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

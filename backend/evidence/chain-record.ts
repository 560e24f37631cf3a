import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Fact } from './fact.ts'
import { Personal } from './personal.ts'

/** A personal value beside its record; the record contains only `hash`. */
export type Kept = { hash: string; salt: string; value: string; of: string }

export type ChainEnd = { seq: number; hash: string }

/** A record with its number and hash in the chain (EVI-3): `text` is its canonical JSON, the next record contains `hash`. */
export type ChainRecord = ChainEnd & { text: string; kept: Kept[] }

/** Canonical JSON (RFC 8785). */
export function canonical(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('the value cannot be written as JSON')
  return text
}

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Returns the hash before a customer's first record; it differs per customer, so chains cannot be swapped. */
export function firstHash(customersId: string): string {
  return sha256(`guarita ${customersId}`)
}

/** Returns the hash that a record contains for a personal value: SHA-256 of the salt's text and the value's. */
export function saltedHash(salt: string, value: string): string {
  return sha256(`${salt}${value}`)
}

export function chainRecord({ kind, at, actor, subject, data = {}, key }: Fact, end: ChainEnd): ChainRecord {
  const kept: Kept[] = []
  const seq = end.seq + 1
  const text = canonical({
    seq,
    at: new Date(at).toISOString(),
    kind,
    actor: withSalt(actor, kept, 'person' in actor ? actor.person : ''),
    subject,
    data: withSalt({ ...data, key }, kept, subject.person ?? ''),
    prev: end.hash,
  })
  return { seq, text, hash: sha256(end.hash + text), kept }
}

/** Replaces each personal part of `value` by a salted hash, and adds value and salt to `kept`. `of`: their person, or ''. */
function withSalt(value: unknown, kept: Kept[], of: string): unknown {
  if (value instanceof Personal) {
    const salt = randomBytes(16).toString('hex')
    const plain = storable(value.value)
    const hash = saltedHash(salt, plain)
    kept.push({ hash, salt, value: plain, of })
    return { salted: hash }
  }
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map((each) => withSalt(each, kept, of))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withSalt(each, kept, of)]))
  return value
}

/** Replaces lone surrogates and removes NUL: the database rejects both. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

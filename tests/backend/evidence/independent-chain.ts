import { createHash, createPublicKey, verify } from 'node:crypto'

/** A second implementation of docs/evidence.md, without shared code. */
export type ChainRecord = { seq: number; prev: string; [key: string]: unknown }

/** Canonical JSON (RFC 8785). */
export function jcs(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jcs).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${jcs(each)}`).join()}}`
}

export function hashOf(record: ChainRecord): string {
  return createHash('sha256')
    .update(record.prev + jcs(record))
    .digest('hex')
}

/** The number of the first record that does not follow from `start`, or undefined if all records do. */
export function firstBroken(start: { seq: number; hash: string }, records: ChainRecord[]): number | undefined {
  let { seq, hash } = start
  for (const record of records) {
    seq += 1
    if (record.seq !== seq || record.prev !== hash) return seq
    hash = hashOf(record)
  }
  return undefined
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function isSignedText(text: string, signature: string, publicKey: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

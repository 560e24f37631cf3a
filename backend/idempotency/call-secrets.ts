import { createHmac, hkdfSync } from 'node:crypto'
import { canonical } from '../evidence/chain-record.ts'
import { Refusal } from '../http/refusal.ts'
import { type SealedTexts, sealedTexts } from '../sealed-text.ts'

const partBytes = 32

/** `userId` of a caller without sign-in. */
export const noUser = ''

/** `route` includes the parameters of the call; `key` is the `Idempotency-Key`. */
export type CallIdentity = { userId: string; route: string; key: string }

/**
 * Hashes and encrypts the stored parts of a call. Only the `Idempotency-Key` of the call decrypts the answer. `open`
 * throws if the text belongs to another call.
 */
export type CallSecrets = SealedTexts & {
  keyHash: string
  /** Hash of the request's content as canonical JSON (RFC 8785): the order of fields does not matter. Throws 400 for a lone surrogate. */
  hashOf(content: unknown): string
}

export function callSecrets({ userId, route, key }: CallIdentity): CallSecrets {
  const derived = new Uint8Array(hkdfSync('sha256', key, 'guarita', canonical([userId, route]), 3 * partBytes))
  const part = (index: number) => derived.subarray(index * partBytes, (index + 1) * partBytes)
  return {
    keyHash: Buffer.from(part(0)).toString('base64url'),
    hashOf: (content) => createHmac('sha256', part(1)).update(canonicalContent(content)).digest('base64url'),
    ...sealedTexts(part(2)),
  }
}

function canonicalContent(content: unknown): string {
  try {
    return canonical(content)
  } catch {
    throw new Refusal(400)
  }
}

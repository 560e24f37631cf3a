import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { canonical } from '../evidence/chain-record.ts'
import { Refusal } from '../http/refusal.ts'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const partBytes = 32

/** `userId` of a caller without sign-in. */
export const noUser = ''

/** `route` includes the parameters of the call; `key` is the `Idempotency-Key`. */
export type CallIdentity = { userId: string; route: string; key: string }

/** The stored parts of a call. Only the `Idempotency-Key` opens the answer. */
export type CallSecrets = {
  keyHash: string
  /** Hash of the request's content as canonical JSON (RFC 8785): the order of fields does not matter. Throws 400 for a lone surrogate. */
  hashOf(content: unknown): string
  /** Encrypts an answer (base64). */
  seal(text: string): string
  /** Throws if another call sealed the text. */
  open(sealed: string): string
}

export function callSecrets({ userId, route, key }: CallIdentity): CallSecrets {
  const derived = new Uint8Array(hkdfSync('sha256', key, 'guarita', canonical([userId, route]), 3 * partBytes))
  const part = (index: number) => derived.subarray(index * partBytes, (index + 1) * partBytes)
  return {
    keyHash: Buffer.from(part(0)).toString('base64url'),
    hashOf: (content) => createHmac('sha256', part(1)).update(canonicalContent(content)).digest('base64url'),
    seal(text) {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, part(2), iv)
      return Buffer.concat([iv, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const tagAt = bytes.length - tagBytes
      const opening = createDecipheriv(cipher, part(2), bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      opening.setAuthTag(bytes.subarray(tagAt))
      return Buffer.concat([opening.update(bytes.subarray(ivBytes, tagAt)), opening.final()]).toString('utf8')
    },
  }
}

function canonicalContent(content: unknown): string {
  try {
    return canonical(content)
  } catch {
    throw new Refusal(400)
  }
}

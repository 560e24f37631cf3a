import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

export type SealedTexts = {
  /** Encrypts a text (base64). */
  seal(text: string): string
  /** Decrypts a text. Throws if the text was encrypted with another key. */
  open(sealed: string): string
}

/** Encrypts texts with a key of 32 bytes (AES-256-GCM). */
export function sealedTexts(key: Uint8Array): SealedTexts {
  return {
    seal(text) {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, key, iv)
      return Buffer.concat([iv, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const tagAt = bytes.length - tagBytes
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      opening.setAuthTag(bytes.subarray(tagAt))
      return Buffer.concat([opening.update(bytes.subarray(ivBytes, tagAt)), opening.final()]).toString('utf8')
    },
  }
}

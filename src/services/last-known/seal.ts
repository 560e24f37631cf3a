import * as v from 'valibot'

/** A text that is encrypted with a secret. */
export const sealedText = v.object({ nonce: v.instance(Uint8Array), text: v.instance(ArrayBuffer) })

export type SealedText = v.InferOutput<typeof sealedText>

export interface Seal {
  seal(text: string): Promise<SealedText>
  /** Rejects if the text was encrypted with another secret or changed. */
  unseal(sealed: SealedText): Promise<string>
}

/** AES-GCM with a key derived from the secret, a token or as strong. Rejects without Web Crypto (CFG-2). */
export async function createSeal(secret: string): Promise<Seal> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`guarita last known ${secret}`))
  const key = await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    async seal(text) {
      const nonce = crypto.getRandomValues(new Uint8Array(12))
      return {
        nonce,
        text: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, new TextEncoder().encode(text)),
      }
    },
    async unseal({ nonce, text }) {
      const iv = Uint8Array.from(nonce)
      return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, text))
    },
  }
}

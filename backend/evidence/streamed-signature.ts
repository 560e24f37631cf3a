import { createHash, generateKeyPairSync, type KeyObject, randomInt } from 'node:crypto'
import * as v from 'valibot'

/** An Ed25519 signature of a text that is too long for memory. */
export type StreamedSignature = {
  /** 64 bytes. The caller computes the SHA-512 of these bytes followed by the text. */
  prefix: Uint8Array
  /**
   * Returns the signature (base64) for this SHA-512 (64 bytes). Throws at a second call: two signatures would reveal
   * the key.
   */
  finish(digest: Uint8Array): string
}

/** The order of the group of Ed25519. */
const order = 2n ** 252n + 27742317777372353535851937790883648493n
const secret = v.object({ d: v.string(), x: v.string() })

/**
 * Begins an Ed25519 signature (RFC 8032) that any verifier accepts. `sign` of `node:crypto` needs the whole text in
 * memory; here the text is only hashed. RFC 8032 computes the secret number of a signature from the text, which needs
 * two passes. Here a fresh key pair gives the number, with a random sign because all keys have the same highest bit.
 */
export function startSignature(privateKey: KeyObject): StreamedSignature {
  const own = numberOf(privateKey)
  const once = generateKeyPairSync('ed25519').privateKey
  const point = bytesOf(once)
  const isNegative = randomInt(2) === 1
  if (isNegative) point[31] = (point[31] ?? 0) ^ 0x80
  let number: bigint | undefined = isNegative ? -numberOf(once) : numberOf(once)
  return {
    prefix: Buffer.concat([point, bytesOf(privateKey)]),
    finish(digest) {
      if (number === undefined) throw new Error('a signature can be finished only once')
      const sum = (number + littleEndian(digest) * own) % order
      number = undefined
      return Buffer.concat([point, bytesFrom(sum < 0n ? sum + order : sum)]).toString('base64')
    },
  }
}

/** Returns the secret number of a key (RFC 8032, 5.1.5). */
function numberOf(key: KeyObject): bigint {
  const { d } = v.parse(secret, key.export({ format: 'jwk' }))
  const hash = createHash('sha512').update(Buffer.from(d, 'base64url')).digest().subarray(0, 32)
  hash[0] = (hash[0] ?? 0) & 0xf8
  hash[31] = ((hash[31] ?? 0) & 0x3f) | 0x40
  return littleEndian(hash)
}

/** Returns the 32 bytes of the public key. */
function bytesOf(key: KeyObject): Buffer {
  const { x } = v.parse(secret, key.export({ format: 'jwk' }))
  return Buffer.from(x, 'base64url')
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

function bytesFrom(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse()
}

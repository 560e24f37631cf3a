import { createHash, generateKeyPairSync, type KeyObject, randomInt } from 'node:crypto'
import * as v from 'valibot'

/** An Ed25519 signature of a text that is too long to hold. */
export type StreamedSignature = {
  /** The SHA-512 is of these 64 bytes and the text after them. */
  prefix: Uint8Array
  /** Returns the signature, base64, of the text with this SHA-512 (64 bytes). Throws at a second call: it would reveal the key. */
  finish(digest: Uint8Array): string
}

/** The order of the group. */
const order = 2n ** 252n + 27742317777372353535851937790883648493n
const secret = v.object({ d: v.string(), x: v.string() })

/**
 * Begins an Ed25519 signature (RFC 8032) that any verifier accepts. `sign` of `node:crypto` needs the whole text at once; here the text is
 * only hashed. The secret number of the signature is that of a fresh key pair, with a random sign because all keys have the same
 * highest bit; RFC 8032 takes it from the text, which would need two passes.
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

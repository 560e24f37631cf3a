import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { startSignature } from '../../../backend/evidence/streamed-signature.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const publicKey = createPublicKey(privateKey)

function signed(...chunks: string[]): Buffer {
  const { prefix, finish } = startSignature(privateKey)
  const hash = createHash('sha512').update(prefix)
  for (const chunk of chunks) hash.update(chunk)
  return Buffer.from(finish(hash.digest()), 'base64')
}

it('a streamed signature is a valid Ed25519 signature of the text, however the text is split (EVI-4)', () => {
  for (let length = 0; length < 200; length += 1) {
    const text = 'portão '.repeat(length)
    const signature = signed(text.slice(0, length), text.slice(length))
    expect(verify(null, Buffer.from(text), publicKey, signature)).toBe(true)
    expect(verify(null, Buffer.from(`${text}.`), publicKey, signature)).toBe(false)
  }
})

it('each streamed signature has a new secret number and finishes only once, so that the key stays secret (EVI-4)', () => {
  const points = Array.from({ length: 50 }, () => signed('texto').subarray(0, 32).toString('hex'))
  expect(new Set(points).size).toBe(50)
  const { finish } = startSignature(privateKey)
  finish(Buffer.alloc(64, 1))
  expect(() => finish(Buffer.alloc(64, 2))).toThrow('only once')
})

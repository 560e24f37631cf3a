import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { SignedHead } from '../../contract/wire/answers/evidence.ts'
import type { Database } from '../database/database.ts'
import { tightenFile } from '../database/embedded/private-files.ts'
import { OperatorError } from '../database/operator-error.ts'
import { unlessRefused } from '../database/refused-path.ts'
import { firstValue } from '../database/row-values.ts'
import { canonical } from './chain-record.ts'
import { type SignedHeads, signedHeadsBeside, signedHeadsInMemory } from './signed-heads.ts'
import { type StreamedSignature, startSignature } from './streamed-signature.ts'

/** Key that signs the heads of chains (EVI-3): Ed25519. */
export type SigningKey = {
  /** SPKI, DER, base64. */
  publicKey: string
  /** SHA-256 of the public key's DER, in hexadecimal digits. */
  fingerprint: string
  /** Begins the signature of a text that is too long for memory. */
  startSignature(): StreamedSignature
  sign(head: Omit<SignedHead, 'signature'>): SignedHead
  /** Derives a key of 32 bytes for another purpose (HKDF-SHA-256). Another signing key gives another derived key. */
  derive(purpose: string): Uint8Array
  /** The newest head of each chain that the key signed, kept outside the database. */
  signedHeads: SignedHeads
}

/** In the data directory, mode 0600. */
export const keyFileName = 'evidence-key.pem'

const missing = v.object({ code: v.literal('ENOENT') })

/**
 * Opens the installation's key: the operator's; else from the data directory; else, with a PostgreSQL shared by servers, from the database.
 * Creates a missing key.
 */
export async function openSigningKey(
  database: Database,
  { given, dataDir }: { given?: string | undefined; dataDir: string | undefined },
): Promise<SigningKey> {
  const heads = dataDir === undefined ? signedHeadsInMemory() : await signedHeadsBeside(dataDir)
  if (given !== undefined) return keyOf(given, heads)
  return keyOf(dataDir === undefined ? await keyInDatabase(database) : await keyInDirectory(dataDir), heads)
}

function keyOf(pem: string, signedHeads: SignedHeads): SigningKey {
  const privateKey = createPrivateKey(pem)
  const publicKey = publicKeyOf(privateKey)
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    startSignature: () => startSignature(privateKey),
    sign: ({ customer, seq, hash, at }) => ({
      customer,
      seq,
      hash,
      at,
      signature: sign(null, Buffer.from(signedText({ customer, seq, hash, at })), privateKey).toString('base64'),
    }),
    derive: (purpose) =>
      new Uint8Array(hkdfSync('sha256', privateKey.export({ type: 'pkcs8', format: 'der' }), 'guarita', purpose, 32)),
    signedHeads,
  }
}

/** The canonical JSON of a head: the key signs this text, and a time-stamp authority stamps it. */
export function signedText({ customer, seq, hash, at }: Omit<SignedHead, 'signature'>): string {
  return canonical({ customer, seq, hash, at })
}

/** Whether the head is signed with this public key (SPKI, base64). */
export function isSignedBy(head: SignedHead, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    const signature = Buffer.from(head.signature, 'base64')
    return (
      signature.toString('base64') === head.signature && verify(null, Buffer.from(signedText(head)), key, signature)
    )
  } catch {
    // The public key or the signature is not one.
    return false
  }
}

/** Returns the fingerprint of a public key (SPKI, base64). */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex')
}

function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
}

/** Reads the operator's key, as PEM. Rejects with an `OperatorError` if the file has no such key. */
export async function readKeyFile(file: string): Promise<string> {
  try {
    const pem = await readFile(file, 'utf8')
    if (createPrivateKey(pem).asymmetricKeyType === 'ed25519') return pem
  } catch (error) {
    unlessRefused(error)
    // Reported below, without the text: it may be a secret.
  }
  throw new OperatorError(
    `GUARITA_EVIDENCE_KEY não é um arquivo legível com uma chave Ed25519: ${file}. Faça uma com: openssl genpkey -algorithm ed25519 -out ARQUIVO`,
  )
}

async function keyInDirectory(dataDir: string): Promise<string> {
  const file = join(dataDir, keyFileName)
  try {
    const pem = await readFile(file, 'utf8')
    createPrivateKey(pem)
    await tightenFile(file)
    return pem
  } catch (error) {
    unlessRefused(error)
    if (!v.is(missing, error))
      throw new OperatorError(
        `A chave que assina os registros, em ${file}, não pode ser lida. Traga-a de volta; ou guarde esse arquivo com outro nome, e uma chave nova será feita (o que fica registrado).`,
      )
  }
  const pem = newKey()
  const written = await open(file, 'wx', 0o600)
  await written.writeFile(pem)
  await written.sync()
  await written.close()
  return pem
}

async function keyInDatabase(database: Database): Promise<string> {
  const find = () => firstValue(database, 'select private_key from evidence_key', [], v.string())
  const found = await find()
  if (found !== undefined) return found
  await database.execute('insert into evidence_key (private_key) values ($1) on conflict do nothing', [newKey()])
  const made = await find()
  if (made === undefined) throw new Error('the stored key was not found')
  return made
}

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

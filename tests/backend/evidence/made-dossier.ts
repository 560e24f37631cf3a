import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { dossierPage, rowHtml } from '../../../backend/evidence/dossier-page.ts'
import { dossierText } from '../../../contract/evidence/dossier-text.ts'
import type { Dossier, SignedHead } from '../../../contract/wire/answers/evidence.ts'
import { type ChainRecord, hashOf, jcs, sha256 } from './independent-chain.ts'

/** Pseudo-random numbers from a seed. */
export function chance(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return (((state ^ (state >>> 13)) >>> 0) % below) >>> 0
  }
}

export type Signer = { privateKey: KeyObject; publicKey: string; fingerprint: string }

function newSigner(): Signer {
  const keys = generateKeyPairSync('ed25519')
  const der = keys.publicKey.export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(der).digest('hex')
  return { privateKey: keys.privateKey, publicKey: der.toString('base64'), fingerprint }
}

/** The key of the server, the key before it, and a key that the server never had. */
export const signer = newSigner()
export const earlierSigner = newSigner()
export const stranger = newSigner()

export function signatureOf(text: string, by = signer): string {
  return sign(null, Buffer.from(text), by.privateKey).toString('base64')
}

export function signedHead({ customer, seq, hash, at }: Omit<SignedHead, 'signature'>, by = signer): SignedHead {
  return { customer, seq, hash, at, signature: signatureOf(jcs({ customer, seq, hash, at }), by) }
}

/** The JSON file of a dossier, with the signature of another one if a change is to be hidden. */
export function jsonOf(dossier: Dossier, signature = signatureOf(jcs(dossier))): string {
  return jcs({ dossier, signature })
}

/** Makes the page of a dossier as the server does, and signs both. */
export function signedFiles(
  dossier: Dossier,
  by = signer,
): { json: string; before: string; after: string; page: string } {
  const text = dossierText(dossier)
  if (text === null) throw new Error('a record of another shape')
  const rows = text.tables.find(({ name }) => name === 'rows')?.rows ?? []
  const { head, foot, after } = dossierPage(text, rows.length > 0)
  const before = head + rows.map(rowHtml).join('') + foot
  const paged = { ...dossier, page: sha256(before + after) }
  const json = jsonOf(paged, signatureOf(jcs(paged), by))
  return { json, before, after, page: pageOf({ json, before, after }) }
}

/** Inserts the JSON into the page of a dossier. */
export function pageOf({ json, before, after }: { json: string; before: string; after: string }): string {
  return `${before}${json.replaceAll('<', String.raw`\u003c`)}${after}`
}

/** Reads the files of the server's answer. */
export async function dossierFilesOf(answer: Response): Promise<{ page: string; json: string }> {
  const form = await answer.formData()
  const textOf = async (name: string) => {
    const file = form.get(name)
    return file instanceof File ? file.text() : ''
  }
  return { page: await textOf('page'), json: await textOf('json') }
}

const words = ['portão', 'é "ele"', '\u2028', '\n\t', '\u{1f6aa}', 'a\\b', '', '0', '</script><!--', '\r\n']
const startMs = Date.UTC(2026, 1, 2)
const madeAt = '2026-11-22T12:00:00.000Z'

/** A chain's records from number `first` + 1 on, one per second. `change` adds to a record. */
export function recordsAfter(
  start: Dossier['start'],
  count: number,
  change: (seq: number) => Partial<ChainRecord> = () => ({}),
): ChainRecord[] {
  const records: ChainRecord[] = []
  let prev = start.hash
  for (let seq = start.seq + 1; seq <= start.seq + count; seq += 1) {
    const record = {
      ...{ seq, at: timeOf(seq), kind: 'device.changed', actor: { person: 'ana' } },
      ...{ subject: { device: 'D-1' }, data: {}, ...change(seq), prev },
    }
    records.push(record)
    prev = hashOf(record)
  }
  return records
}

/** The usual time of a record. */
export function timeOf(seq: number): string {
  return new Date(startMs + seq * 1_000).toISOString()
}

export function keyRecord({ publicKey, fingerprint }: Signer): Partial<ChainRecord> {
  return { kind: 'key', actor: { server: true }, subject: {}, data: { fingerprint, publicKey } }
}

export function firstHash(customer: string): string {
  return sha256(`guarita ${customer}`)
}

/** The dossier of all given records, without a page; `changes` replaces fields. */
export function dossierOf(
  customer: string,
  start: Dossier['start'],
  records: ChainRecord[],
  changes: Partial<Dossier>,
): Dossier {
  const last = records.at(-1)
  const end = { seq: last?.seq ?? start.seq, hash: last === undefined ? start.hash : hashOf(last) }
  return {
    format: 'guarita-dossier-2',
    madeAt,
    madeBy: { id: 'ana', name: 'Ana' },
    server: { name: 'portaria', version: '0.3.0' },
    customer: { id: customer, name: customer },
    subject: {},
    period: { from: '2026-01-01T00:00:00.000Z', to: madeAt },
    zone: 'America/Sao_Paulo',
    publicKey: signer.publicKey,
    fingerprint: signer.fingerprint,
    keys: [{ seq: start.seq, publicKey: signer.publicKey }],
    chain: signedHead({ customer, ...end, at: madeAt }),
    oldest: start.seq + 1,
    start,
    end,
    records,
    rules: null,
    hashes: records.map(hashOf),
    personal: {},
    stamps: [],
    names: { people: {}, devices: {}, condominiums: {} },
    signedIn: [],
    page: 'a'.repeat(64),
    ...changes,
  }
}

/** A customer's dossier of a whole chain in the format of docs/evidence.md, made by the second implementation. */
export function madeDossier(seed: number, customer = 'horizonte'): Dossier {
  const next = chance(seed)
  const word = () => words[next(words.length)] ?? ''
  const seq = next(2) * (1 + next(50))
  const start = { seq, hash: seq === 0 ? firstHash(customer) : sha256(String(seed)) }
  const records = recordsAfter(start, 4 + next(12), (number) =>
    number === 1
      ? keyRecord(signer)
      : {
          actor: { person: `p${next(9)}` },
          subject: { device: `D-${next(9)}` },
          data: { [word()]: word(), z: [next(100) / 7, null, true, { b: -next(9), a: word() }] },
        },
  )
  return dossierOf(customer, start, records, seq === 0 ? { keys: [{ seq: 1, publicKey: signer.publicKey }] } : {})
}

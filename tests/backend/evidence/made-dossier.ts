import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Dossier } from '../../../contract/wire/answers/evidence.ts'
import { type ChainRecord, hashOf, jcs } from './independent-chain.ts'

/** Pseudo-random numbers from a seed. */
export function chance(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return (((state ^ (state >>> 13)) >>> 0) % below) >>> 0
  }
}

const keys = generateKeyPairSync('ed25519')
const otherKeys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const words = ['portão', 'é "ele"', '\u2028', '\n\t', '\u{1f6aa}', 'a\\b', '', '0']

export function signed(head: Omit<Dossier['end'], 'signature'>, by = keys.privateKey): Dossier['end'] {
  return { ...head, signature: sign(null, Buffer.from(jcs(head)), by).toString('base64') }
}

export function forged(head: Dossier['end']): Dossier['end'] {
  const { signature: _, ...unsigned } = head
  return signed(unsigned, otherKeys.privateKey)
}

/** A customer's dossier in the format of docs/evidence.md, made by the second implementation. */
export function madeDossier(seed: number, customer = 'horizonte'): Dossier {
  const next = chance(seed)
  const word = () => words[next(words.length)] ?? ''
  const first = next(2) * (1 + next(50))
  const startHash = createHash('sha256')
    .update(first === 0 ? `guarita ${customer}` : String(seed))
    .digest('hex')
  const records: ChainRecord[] = []
  let prev = startHash
  for (let seq = first + 1; seq <= first + 4 + next(12); seq += 1) {
    const record: ChainRecord = {
      seq,
      at: new Date(1_770_000_000_000 + seq * 1_000).toISOString(),
      kind: 'device.changed',
      actor: { person: `p${next(9)}` },
      subject: { device: `D-${next(9)}` },
      data: { [word()]: word(), z: [next(100) / 7, null, true, { b: -next(9), a: word() }] },
      prev,
    }
    records.push(record)
    prev = hashOf(record)
  }
  const at = '2026-11-22T12:00:00.000Z'
  const last = records.at(-1)?.seq ?? first
  return {
    format: 'guarita-dossier-1',
    madeAt: at,
    customer: { id: customer, name: customer },
    subject: {},
    period: { from: '2026-01-01T00:00:00.000Z', to: at },
    publicKey,
    fingerprint: createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex'),
    start: signed({ customer, seq: first, hash: startHash, at }),
    end: signed({ customer, seq: last, hash: prev, at }),
    records,
    hashes: records.map(hashOf),
    personal: {},
    stamps: [],
    names: { people: {}, devices: {}, condominiums: {} },
    signedIn: [],
  }
}

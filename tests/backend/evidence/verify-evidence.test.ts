import { describe, expect, it } from 'vitest'
import { canonical, verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import type { Dossier } from '../../../contract/wire/answers/evidence.ts'
import { type ChainRecord, firstBroken, hashOf, isSigned, jcs } from './independent-chain.ts'
import { chance, forged, madeDossier, signed } from './made-dossier.ts'

const logs = process.env.TESTS === 'all' ? 1_000 : 50
const seeds = Array.from({ length: logs }, (_, index) => index + 1)

const recordsOf = (dossier: Dossier) => dossier.records as ChainRecord[]

/** Changes a dossier. Returns the number of the first invalid record, or null if a head is invalid. */
type Tampering = (dossier: Dossier, next: (below: number) => number) => number | null

const tamperings: Record<string, Tampering> = {
  edit(dossier, next) {
    const index = next(dossier.records.length)
    const record = recordsOf(dossier)[index]
    if (record) dossier.records[index] = { ...record, actor: { person: 'outro' } }
    return dossier.start.seq + index + 1
  },
  'edit with a new hash': (dossier, next) => {
    const index = next(dossier.records.length)
    const record = recordsOf(dossier)[index]
    if (!record) return 0
    const edited = { ...record, actor: { person: 'outro' } }
    dossier.records[index] = edited
    dossier.hashes[index] = hashOf(edited)
    // The next record contains the original hash, or the head if the edited record is the last one.
    return Math.min(dossier.start.seq + index + 2, dossier.end.seq)
  },
  delete(dossier, next) {
    const index = next(dossier.records.length - 1)
    dossier.records.splice(index, 1)
    dossier.hashes.splice(index, 1)
    return dossier.start.seq + index + 1
  },
  insert(dossier, next) {
    const index = next(dossier.records.length)
    const record = recordsOf(dossier)[index]
    if (!record) return 0
    const inserted = { ...record, kind: 'person' }
    dossier.records.splice(index, 0, inserted)
    dossier.hashes.splice(index, 0, hashOf(inserted))
    return dossier.start.seq + index + 2
  },
  reorder(dossier, next) {
    const index = next(dossier.records.length - 1)
    const [one, other] = recordsOf(dossier).slice(index, index + 2)
    if (one && other) dossier.records.splice(index, 2, other, one)
    return dossier.start.seq + index + 1
  },
  truncate(dossier, next) {
    dossier.records.splice(1 + next(dossier.records.length - 1))
    return dossier.start.seq + dossier.records.length + 1
  },
  'forged signature': (dossier) => {
    dossier.end = forged(dossier.end)
    return null
  },
  'signature of another head': (dossier) => {
    dossier.end = { ...dossier.end, at: '2020-01-01T00:00:00.000Z' }
    return null
  },
  'swap of customers': (dossier, next) => {
    const other = madeDossier(next(1_000), 'litoral')
    dossier.records = other.records
    dossier.hashes = other.hashes
    dossier.start = other.start
    dossier.end = other.end
    return dossier.start.seq === 0 ? 1 : null
  },
}

describe('the verifier, compared with a second implementation of the same document (EVI-4)', () => {
  it.each(['RFC 8785', 'the same bytes'])('writes canonical JSON: %s', () => {
    const value = {
      '\u20ac': 1,
      '\r': 2,
      '1': 3,
      '\u{1f600}': 4,
      a: [1 / 3, 1e30, 4.5, 2e-3, 1e-27, '\u000f\n"'],
    }
    expect(canonical(value)).toBe(jcs(value))
  })

  it('accepts every unchanged dossier', async () => {
    for (const seed of seeds) {
      const dossier = madeDossier(seed)
      expect(firstBroken(dossier.start, recordsOf(dossier))).toBeUndefined()
      expect(isSigned(dossier.end, dossier.end.signature, dossier.publicKey)).toBe(true)
      expect(await verifyDossier(dossier), `seed ${seed}`).toMatchObject({ isGenuine: true, problems: [] })
    }
  })

  it.each(Object.entries(tamperings))(
    'finds each kind of change (%s) and names the first invalid record',
    async (_name, tamper) => {
      for (const seed of seeds) {
        const dossier = madeDossier(seed)
        const wrong = tamper(dossier, chance(seed + 7))
        const { isGenuine, problems } = await verifyDossier(dossier)
        expect([isGenuine, problems[0]?.seq], `seed ${seed}`).toEqual([false, wrong])
      }
    },
  )

  it('finds a chain that was rolled back or rewritten, with a head from another place of storage', async () => {
    for (const seed of seeds) {
      const dossier = madeDossier(seed)
      const kept = dossier.end
      const { customer, at } = kept
      const last = recordsOf(dossier).at(-2)
      dossier.records.pop()
      const end = {
        customer,
        seq: last?.seq ?? 0,
        hash: String(recordsOf(madeDossier(seed)).at(-1)?.prev),
        at: '2026-11-23T12:00:00.000Z',
      }
      dossier.end = signed(end)
      expect((await verifyDossier(dossier)).isGenuine, at).toBe(true)
      const { problems } = await verifyDossier(dossier, { heads: [kept] })
      expect(problems[0]?.seq).toBe(kept.seq)
      const rewritten = { ...kept, hash: 'f'.repeat(64) }
      expect((await verifyDossier(madeDossier(seed), { heads: [rewritten] })).problems[0]?.seq).toBe(kept.seq)
    }
  })

  it.each([null, 1, [], {}, { format: 'guarita-dossier-1', records: [] }])(
    'refuses %j, which is not a dossier',
    async (given) => {
      expect((await verifyDossier(given)).isGenuine).toBe(false)
    },
  )
})

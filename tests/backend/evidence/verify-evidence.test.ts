import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonical, verifyDossier, verifyEnvelope } from '../../../contract/evidence/verify-evidence.js'
import { type Dossier, dossier as dossierSchema } from '../../../contract/wire/answers/evidence.ts'
import { type ChainRecord, firstBroken, hashOf, jcs } from './independent-chain.ts'
import { type Given, isGenuine } from './independent-verifier.ts'
import { chance, jsonOf, madeDossier, signatureOf, signedHead, signer, stranger } from './made-dossier.ts'
import { honest, tamperings } from './tamperings.ts'

const logs = process.env.TESTS === 'all' ? 1_000 : 50
const seeds = Array.from({ length: logs }, (_, index) => index + 1)

const recordsOf = (dossier: Dossier) => dossier.records as ChainRecord[]

/** Changes a dossier. Returns the number of the first invalid record, or null if a head is invalid. */
type Tampering = (dossier: Dossier, next: (below: number) => number) => number | null

const changes: Record<string, Tampering> = {
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
  'signature of another key': (dossier) => {
    dossier.chain = signedHead(dossier.chain, stranger)
    return null
  },
  'signature of another head': (dossier) => {
    dossier.chain = { ...dossier.chain, at: '2020-01-01T00:00:00.000Z' }
    return null
  },
  'swap of customers': (dossier, next) => {
    const other = madeDossier(next(1_000), 'litoral')
    dossier.records = other.records
    dossier.hashes = other.hashes
    dossier.start = other.start
    dossier.end = other.end
    dossier.chain = other.chain
    dossier.keys = other.keys
    dossier.oldest = other.oldest
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
      const json = jsonOf(dossier)
      expect(isGenuine({ file: json })).toBe(true)
      expect(await verifyDossier(json), `seed ${seed}`).toMatchObject({ isGenuine: true, problems: [] })
    }
  })

  it.each(Object.entries(changes))(
    'finds each kind of change (%s) and names the first invalid record',
    async (_name, tamper) => {
      for (const seed of seeds) {
        const dossier = madeDossier(seed)
        const signature = signatureOf(jcs(dossier))
        const wrong = tamper(dossier, chance(seed + 7))
        const json = jsonOf(dossier, signature)
        const { isGenuine: isAccepted, problems } = await verifyDossier(json)
        expect([isAccepted, problems[0]?.seq], `seed ${seed}`).toEqual([false, wrong])
        expect(isGenuine({ file: json })).toBe(false)
      }
    },
  )

  it('finds a chain that was rolled back or rewritten, with a head from another place of storage', async () => {
    for (const seed of seeds) {
      const whole = madeDossier(seed)
      const kept = JSON.stringify(whole.chain)
      const records = recordsOf(whole).slice(0, -1)
      const end = { seq: whole.end.seq - 1, hash: String(recordsOf(whole).at(-1)?.prev) }
      const chain = signedHead({ customer: whole.customer.id, ...end, at: '2026-11-23T12:00:00.000Z' })
      const cut = jsonOf({ ...whole, records, hashes: whole.hashes.slice(0, -1), end, chain })
      expect((await verifyDossier(cut)).isGenuine).toBe(true)
      expect((await verifyDossier(cut, { heads: kept })).problems[0]?.seq).toBe(whole.end.seq)
      const rewritten = JSON.stringify(signedHead({ ...whole.chain, hash: 'f'.repeat(64) }))
      expect((await verifyDossier(jsonOf(whole), { heads: rewritten })).problems[0]?.seq).toBe(whole.end.seq)
    }
  })

  it.each(Object.entries(honest))('accepts an honest file: %s', async (_name, { file, heads, key }) => {
    expect(isGenuine({ file, ...(heads !== undefined && { heads }), ...(key !== undefined && { key }) })).toBe(true)
    expect(await verdictOf({ file, heads, key })).toMatchObject({ isGenuine: true, problems: [] })
  })

  it.each(Object.entries(tamperings))('refuses a forgery with a reason: %s', async (_name, { file, heads, key }) => {
    expect(isGenuine({ file, ...(heads !== undefined && { heads }), ...(key !== undefined && { key }) })).toBe(false)
    const { isGenuine: isAccepted, problems, told, dossier } = await verdictOf({ file, heads, key })
    expect([isAccepted, told, dossier]).toEqual([false, [], null])
    expect(problems.length).toBeGreaterThan(0)
  })

  it('reads as strictly as the schema: each field of a dossier is required, and no other is accepted', () => {
    const dossier: Record<string, unknown> = madeDossier(1)
    expect(v.is(dossierSchema, dossier)).toBe(true)
    // Dossiers of earlier versions have no rules.
    for (const name of [...Object.keys(dossier).filter((each) => each !== 'rules'), 'other']) {
      const { [name]: removed, ...rest } = dossier
      const changed = removed === undefined ? { ...rest, other: 1 } : rest
      expect(v.is(dossierSchema, changed), name).toBe(false)
      expect(isGenuine({ file: jcs({ dossier: changed, signature: signatureOf(jcs(changed)) }) }), name).toBe(false)
    }
  })
})

describe('the verdict (EVI-4)', () => {
  it('reports how much was checked, with which key, and what was not checked', async () => {
    const { file, heads, key } = honest['many heads with CRLF and a byte-order mark'] ?? { file: '' }
    const { told } = await verdictOf({ file, heads, key })
    expect(told[0]).toBe(`7 registros, 4 cabeças usadas, assinatura de ${signer.fingerprint}.`)
    expect(told).toContain('A impressão digital da chave não foi comparada com uma que você anotou.')
    expect(told).toContain('A página inteira foi conferida: ela mostra o que foi assinado.')
    expect(told.join()).not.toContain('poderia ter reescrito')

    const alone = (await verdictOf({ file, key: signer.fingerprint })).told
    expect(alone[0]).toContain('0 cabeças usadas')
    expect(alone.join()).toContain('quem tem o servidor e a chave dele poderia ter reescrito tudo')
    expect(alone.join()).not.toContain('não foi comparada')
    const newer = honest['a newer head for a past period']
    expect((await verdictOf({ file, heads: newer?.heads })).told[0]).toContain('1 cabeça usada')
    const outside = honest['a head long before it']
    expect((await verdictOf({ file, heads: outside?.heads })).told).toContain(
      '1 cabeça genuína é de fora deste trecho: não há registro com que comparar.',
    )
  })

  it('warns of a missing begin only if the server had no earlier records', async () => {
    const warned: string[] = []
    for (const [name, { file }] of Object.entries(honest))
      if ((await verifyDossier(bytesOf(file))).told.join().includes('pode faltar o começo')) warned.push(name)
    expect(warned).toEqual(['a dossier whose earlier records are too old'])
  })

  it.each([
    ['the old format', 'formato antigo'],
    ['a row hidden by its style', 'A página não é a que foi assinada'],
    ['a duplicate field', 'há partes repetidas'],
    ['an unknown field in the dossier', '.dossier.note'],
    ['the old key after the rotation', 'Outra chave assina a corrente'],
    ['an empty file of heads', 'O arquivo de cabeças está vazio'],
    ['a head in another object', 'A cabeça da linha 1 não pode ser usada: a linha não tem exatamente'],
    ['a head of another customer', 'é da corrente de outra administradora'],
    ['a head by another key', 'assinada por outra chave.'],
    ['a newer head by a key that the dossier does not know', 'faça outro dossiê do mesmo período e confira com ele'],
    ['two heads of one record outside of the dossier', 'são de correntes diferentes'],
  ])('gives the reason for a refusal: %s', async (name, reason) => {
    const { problems } = await verdictOf(tamperings[name] ?? { file: '' })
    expect(problems.map(({ why }) => why).join()).toContain(reason)
  })

  it.each([null, 1, [], {}, { format: 'guarita-dossier-1', records: [] }])(
    'refuses %j, which is not a dossier',
    async (given) => {
      expect((await verifyDossier(JSON.stringify(given))).isGenuine).toBe(false)
      expect((await verifyEnvelope(given)).isGenuine).toBe(false)
    },
  )

  it('does not repeat what a forger wrote into a name', async () => {
    const { problems } = await verifyEnvelope({ '\u001b[2J\nCONFERE. \u009b': 1 })
    expect(problems[0]?.why).toMatch(/: \.\?\[2J\?CONFERE\.\?\?\.$/)
  })

  it('does not write on a terminal more than the name of a customer', async () => {
    const { told } = await verifyDossier(jsonOf(madeDossier(1, 'x\u001b[2J\nassinatura de \u202e\u2028')))
    expect(told.find((line) => line.startsWith('Registros'))).toContain(
      'de x?[2J?assinatura de ?? (x?[2J?assinatura de ??)',
    )
  })

  it('of a large page takes no longer than its hash: 4 MB of styles and open tags in less than five seconds', async () => {
    const page = honest['the page']?.file ?? ''
    const large = String(page).replace(
      '<style>',
      `<style>${'<style> '.repeat(300_000)}${' '.repeat(1_000_000)}${'<script type="application/json"'.repeat(40_000)}`,
    )
    const startedAt = performance.now()
    expect((await verifyDossier(large)).isGenuine).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

describe('the program of the verifier', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guarita-verify-'))
    for (const [name, { file }] of [
      ['genuine.html', honest['the page'] ?? { file: '' }],
      ['forged.html', tamperings['an added paragraph'] ?? { file: '' }],
    ] as const)
      await writeFile(join(folder, name), file)
    await writeFile(join(folder, 'heads.jsonl'), String(honest['a head of the dossier']?.heads))
    await writeFile(join(folder, 'none.jsonl'), '')
    await copyFile('contract/evidence/verify-evidence.js', join(folder, 'copy.mjs'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    ['genuine.html', [], 0, 'CONFERE.'],
    ['genuine.html', ['heads.jsonl', '--key', signer.fingerprint.toUpperCase()], 0, '1 cabeça usada'],
    ['genuine.html', ['none.jsonl'], 1, 'O arquivo de cabeças está vazio.'],
    ['genuine.html', ['--key', ''], 1, 'não tem 64 dígitos'],
    ['forged.html', [], 1, 'NÃO CONFERE.'],
    ['missing.html', [], 2, ''],
  ])('under another name, for %s %j, ends with the exit code %i', (file, more, code, said) => {
    const { status, stdout } = spawnSync(process.execPath, ['copy.mjs', file, ...more], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(status).toBe(code)
    expect(stdout).toContain(said)
  })
})

function bytesOf(file: string | Buffer): string | Uint8Array<ArrayBuffer> {
  return typeof file === 'string' ? file : new Uint8Array(file)
}

function verdictOf({
  file,
  heads,
  key,
}: {
  file: Given['file']
  heads?: Given['heads'] | undefined
  key?: string | undefined
}) {
  return verifyDossier(bytesOf(file), {
    ...(heads !== undefined && { heads: bytesOf(heads) }),
    ...(key !== undefined && { fingerprint: key }),
  })
}

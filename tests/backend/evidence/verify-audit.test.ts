import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withDatabase } from '../../../backend/backup/with-database.ts'
import { signGrownChains } from '../../../backend/evidence/heads.ts'
import { keyFileName, openSigningKey } from '../../../backend/evidence/signing-key.ts'
import { verifyChains } from '../../../backend/evidence/verify-chain.ts'
import type { Backend } from '../../../backend/server.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { demoDataDir, type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { chainOf } from './chain-of.ts'
import { dossierFilesOf } from './made-dossier.ts'

const run = promisify(execFile)
const isEmbedded = inject('postgresUrl') === undefined
let dataDir: string
let backend: Backend
let admin: SignedIn
let outsider: SignedIn

beforeAll(async () => {
  dataDir = await demoDataDir()
  backend = await startTestBackend({ dataDir, isDurable: false })
  admin = await signIn(backend, 'admin')
  outsider = await signIn(backend, 'outsider')
  for (const name of ['Vila Um', 'Vila Dois', 'Vila Três']) await addCondominium(admin, name)
  await declare(admin, declared)
  const key = await openSigningKey(backend.database, { dataDir: isEmbedded ? dataDir : undefined })
  await signGrownChains(backend.database, key, Date.now(), () => {})
})
afterAll(async () => {
  await backend.close()
  await rm(dataDir, { recursive: true, force: true })
})

const declared = {
  id: '0b0e37a4-2f0c-4f6e-9d3a-0d2f6f0e8a11',
  sequence: 1,
  at: new Date().toISOString(),
  wordCode: 'AGUAVIVA-01',
  condominiumId: 'condominio-01',
  userId: 'user-admin',
  kind: 'reset',
  cause: 'manual',
  panelVersion: '1',
}

async function declare(who: SignedIn, record: typeof declared): Promise<void> {
  const path = `/rest/device-audit/${record.condominiumId}/${record.userId}`
  expect((await who.call(path, { method: 'POST', body: { records: [record] } })).status).toBe(200)
}

async function addCondominium(who: SignedIn, name: string): Promise<void> {
  const wordCode = name.replace(/[^A-Z0-9]/gi, '-').toUpperCase()
  expect((await who.call('/rest/condominium', { method: 'POST', body: { name, wordCode } })).status).toBe(201)
}

/** The chain of `horizonte` must stay as signed above; tests that add records use the chain of `litoral`. */
const verdictOn = async (customer: 'horizonte' | 'litoral') =>
  (await verifyChains(backend.database)).find((each) => each.customer === customer)

it('verify-audit accepts an unchanged chain, signed by the key that the chain names (OPS-1, EVI-3)', async () => {
  const own = await verdictOn('horizonte')
  expect(own).toMatchObject({ records: 7, signed: { seq: 7 } })
  expect(own?.problem).toBeUndefined()
})

it('verify-audit accepts a chain with erased personal values, and the dossier shows that they were erased', async () => {
  for (const name of ['Mar Um', 'Mar Dois']) await addCondominium(outsider, name)
  const record = { ...declared, id: '1b0e37a4-2f0c-4f6e-9d3a-0d2f6f0e8a12', wordCode: 'MARABERTO-01' }
  await declare(outsider, { ...record, condominiumId: 'condominio-13', userId: 'user-litoral' })
  await backend.database.execute(
    "update evidence set personal = '[]' where customers_id = 'litoral' and kind = 'condominium.created'",
  )
  expect((await verdictOn('litoral'))?.problem).toBeUndefined()
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const dossierOf = async (query = '') => {
    const path = `/rest/evidence/dossier?from=${from}&to=2999-01-01T00:00:00.000Z${query}`
    const { json } = await dossierFilesOf(await outsider.call(path))
    expect(await verifyDossier(json)).toMatchObject({ isGenuine: true, problems: [] })
    return JSON.parse(json).dossier
  }
  const dossier = await dossierOf()
  expect(Object.values(dossier.personal)).toContain('apagado')
  expect(dossier.records.map(({ kind }: { kind: string }) => kind)).toContain('export')
  // The dossier of one device must not contain personal values of the other records.
  const own = await dossierOf('&wordCode=MARABERTO-01')
  expect(own.records.length).toBeGreaterThan(dossier.records.length)
  const values = Object.values<{ value: string }>(own.personal).map(({ value }) => value)
  expect(values).toEqual(['127.0.0.1'])
  const exports = (await chainOf(backend.database, 'litoral')).filter(({ record }) => record.kind === 'export')
  expect(exports.at(-1)?.record).toMatchObject({
    actor: { person: 'user-litoral' },
    subject: { device: 'MARABERTO-01' },
  })
})

it('verify-audit reads more than nine records in numeric order', async () => {
  for (const letter of 'ABCDEFGHIJ') await addCondominium(outsider, `Vila ${letter}`)
  const own = await verdictOn('litoral')
  expect(own?.problem).toBeUndefined()
  expect(own?.records).toBeGreaterThan(10)
})

it.runIf(isEmbedded)('verify-audit runs as a command, and only the owner can read the key file (OPS-1)', async () => {
  expect((await stat(join(dataDir, keyFileName))).mode & 0o777).toBe(0o600)
  const otherKey = ['--key', 'a'.repeat(64)]
  const verify = run(process.execPath, ['backend/commands/verify-audit.ts', '--data', dataDir, ...otherKey])
  await expect(verify).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/registros conferem, assinados até o \d+/),
    stderr: expect.stringContaining('não está assinada com a chave que você anotou'),
  })
  const empty = await mkdtemp(`${dataDir}-empty-`)
  await expect(withDatabase({ dataDir: empty }, async () => {})).rejects.toThrow('Não há dados')
  await rm(empty, { recursive: true })
})

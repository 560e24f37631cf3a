import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withDatabase } from '../../../backend/backup/with-database.ts'
import { anchorAt } from '../../../backend/evidence/anchors.ts'
import { signGrownChains } from '../../../backend/evidence/heads.ts'
import { keyFileName, openSigningKey } from '../../../backend/evidence/signing-key.ts'
import { verifyChains } from '../../../backend/evidence/verify-chain.ts'
import type { Backend } from '../../../backend/server.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { demoDataDir, type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { chainOf } from './chain-of.ts'

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
  await signGrownChains(backend.database, key, Date.now())
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
const problemOf = async () => (await verdictOn('horizonte'))?.problem

it('verify-audit accepts an unchanged chain, signed by the key that the chain names (OPS-1, EVI-3)', async () => {
  const own = await verdictOn('horizonte')
  expect(own).toMatchObject({ records: 6, signed: { seq: 6 } })
  expect(own?.problem).toBeUndefined()
})

/** Changes by a person who has the database but not the key. */
const tamperings: Record<string, [how: string, back: string, message: RegExp]> = {
  'an edited fact': [
    `update evidence set record = replace(record, 'Vila Um', 'Vila 1') where customers_id = 'horizonte'`,
    `update evidence set record = replace(record, 'Vila 1', 'Vila Um') where customers_id = 'horizonte'`,
    /^Registro 2: foi alterado/,
  ],
  'an edited record of a panel': [
    `update device_audit set cause = 'threshold'`,
    `update device_audit set cause = 'manual'`,
    /^Registro 5: foi alterado/,
  ],
  'an edited column beside the record': [
    `update evidence set kind = 'export' where seq = 3 and customers_id = 'horizonte'`,
    `update evidence set kind = 'condominium.created' where seq = 3 and customers_id = 'horizonte'`,
    /^Registro 3: o que está ao lado/,
  ],
  'a deleted record': [
    `create table kept as select * from evidence where seq = 3 and customers_id = 'horizonte';
     delete from evidence where seq = 3 and customers_id = 'horizonte'`,
    `insert into evidence select * from kept; drop table kept`,
    /^Falta o registro 3/,
  ],
  'an inserted record': [
    `create table kept as select * from device_audit where word_code = 'AGUAVIVA-01'; update kept set seq = null, id = gen_random_uuid(), row_number = 99;
     insert into device_audit overriding system value select * from kept; drop table kept`,
    `delete from device_audit where seq is null`,
    /1 registros de painéis fora da corrente/,
  ],
  'a cut end': [
    `create table kept as select * from evidence where seq = 6 and customers_id = 'horizonte';
     delete from evidence where seq = 6 and customers_id = 'horizonte'`,
    `insert into evidence select * from kept; drop table kept`,
    /deveria ir até o registro 6, e termina no 5/,
  ],
  'a forged signature': [
    `update evidence_heads set signed_at = signed_at - interval '1 year'`,
    `update evidence_heads set signed_at = signed_at + interval '1 year'`,
    /assinatura da corrente até o registro 6 não confere/,
  ],
}

it.each(Object.entries(tamperings))(
  'verify-audit finds %s, and names the first wrong record',
  async (_name, [how, back, message]) => {
    const open = 'alter table evidence disable trigger user; alter table device_audit disable trigger user;'
    const close = 'alter table evidence enable trigger user; alter table device_audit enable trigger user'
    await backend.database.script(`${open} ${how}; ${close}`)
    expect(await problemOf()).toMatch(message)
    await backend.database.script(`${open} ${back}; ${close}`)
    expect(await problemOf()).toBeUndefined()
  },
)

it('verify-audit accepts a chain with erased personal values, and the dossier shows that they were erased', async () => {
  for (const name of ['Mar Um', 'Mar Dois']) await addCondominium(outsider, name)
  const record = { ...declared, id: '1b0e37a4-2f0c-4f6e-9d3a-0d2f6f0e8a12', wordCode: 'MARABERTO-01' }
  await declare(outsider, { ...record, condominiumId: 'condominio-13', userId: 'user-litoral' })
  await backend.database.execute(
    "update evidence set personal = '[]' where customers_id = 'litoral' and kind = 'condominium.created'",
  )
  expect((await verdictOn('litoral'))?.problem).toBeUndefined()
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const dossierOf = async (query = '') =>
    (await outsider.call(`/rest/evidence/dossier?from=${from}&to=2999-01-01T00:00:00.000Z${query}`)).json()
  const dossier = await dossierOf()
  expect(await verifyDossier(dossier)).toMatchObject({ isGenuine: true, problems: [] })
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
  const changed = dossier.records.at(-2)
  changed.kind = 'outra'
  expect((await verifyDossier(dossier)).problems[0]?.seq).toBe(changed.seq)
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
    stderr: expect.stringContaining('outra chave'),
  })
  const empty = await mkdtemp(`${dataDir}-empty-`)
  await expect(withDatabase({ dataDir: empty }, async () => {})).rejects.toThrow('Não há dados')
  await rm(empty, { recursive: true })
})

it('the server stores signed heads outside the database, and sends a head again after a failure (EVI-5)', async () => {
  const folder = await mkdtemp(`${dataDir}-anchor-`)
  const file = join(folder, 'later', 'heads.jsonl')
  const head = { customer: 'c', seq: 1, hash: 'a'.repeat(64), at: new Date(0).toISOString(), signature: 's' }
  const bring = anchorAt(file)
  await expect(bring([head, { ...head, customer: 'd' }])).rejects.toThrow('ENOENT')
  await mkdir(join(folder, 'later'))
  await bring([{ ...head, seq: 2 }])
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { ...head, seq: 2 },
    { ...head, customer: 'd' },
  ])
  await rm(folder, { recursive: true })
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    for await (const chunk of request) bodies.push(String(chunk))
    response.writeHead(bodies.length > 1 ? 204 : 500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const send = anchorAt(`http://127.0.0.1:${port}/`)
  await expect(send([head])).rejects.toThrow('500')
  await send([])
  expect(bodies.map((body) => JSON.parse(body))).toEqual([head, head])
  server.close()
})

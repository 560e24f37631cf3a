import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendHeads } from '../../../backend/evidence/anchors.ts'
import { cutOldRecords } from '../../../backend/evidence/chain-cut.ts'
import { signHead } from '../../../backend/evidence/heads.ts'
import { openSigningKey } from '../../../backend/evidence/signing-key.ts'
import { timeStampAnchor } from '../../../backend/evidence/time-stamps.ts'
import type { Backend } from '../../../backend/server.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { signIn, startTestBackend, type Who } from '../parts/embedded-backend.ts'
import { dossierFilesOf } from './made-dossier.ts'
import { hasOpenssl, startTimeStampAuthority } from './time-stamp-authority.ts'

const start = Date.UTC(2026, 10, 20, 3)
const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString()

let backend: Backend
let nowMs = start

/** Signs in at a time, and creates a condominium 6 and 30 minutes later. */
async function work(who: Who, hours: number, wordCode: string): Promise<void> {
  nowMs = Date.parse(at(hours))
  const admin = await signIn(backend, who)
  for (const later of [0.1, 0.5]) {
    nowMs = Date.parse(at(hours + later))
    const body = { name: 'Vila', wordCode: `${wordCode}-${later * 10}` }
    expect((await admin.call('/rest/condominium', { method: 'POST', body })).status).toBe(201)
  }
}

/** Asks for the dossier of the last hours: it begins after the sign-in that it lists, and long after the first key. */
async function dossierOf(who: Who): Promise<{ status: number; message?: string; json?: string }> {
  nowMs = Date.parse(at(60))
  const admin = await signIn(backend, who)
  const answer = await admin.call(`/rest/evidence/dossier?from=${at(48.25)}&to=${at(50)}`)
  return { status: answer.status, ...(answer.ok ? await dossierFilesOf(answer) : await answer.json()) }
}

/** Changes stored rows as a person who has the database, but not the key. */
function change(sql: string): Promise<void> {
  const trigger = (act: string) =>
    `alter table evidence ${act} trigger user; alter table device_audit ${act} trigger user`
  return backend.database.script(`${trigger('disable')}; ${sql}; ${trigger('enable')}`)
}

/** Dossiers of the chain of 'litoral', which one key signed, and of the chain of 'horizonte', whose key was exchanged and came back. */
const [one, two] = ["customers_id = 'litoral'", "customers_id = 'horizonte'"]
const shown = `kind = 'condominium.created' and at > '${at(48.25)}' and at < '${at(50)}'`
const begun = `kind = 'session.begun' and at = '${at(48)}'`
const firstKey = (of: string) => `${of} and seq = (select min(seq) from kept_evidence where ${of} and kind = 'key')`
const aside = /o que está ao lado dele foi alterado/
const keys = /Os registros das chaves que assinam a corrente foram alterados/
const otherKey = `regexp_replace(record, '"publicKey":"[^"]+"', '"publicKey":"AAAA"')`

type Change = [name: string, who: Who, sql: string, problem: RegExp]

const records: Change[] = [
  [
    'the text of a record',
    'outsider',
    `update evidence set record = replace(record, 'Vila', 'Casa') where ${one} and ${shown}`,
    /Registro \d+: foi alterado/,
  ],
  [
    'the text of a record, to no JSON',
    'outsider',
    `update evidence set record = 'x' where ${one} and ${shown}`,
    /Registro \d+: foi alterado/,
  ],
  [
    'the hash of a record',
    'outsider',
    `update evidence set hash = repeat('a', 64) where ${one} and ${shown}`,
    /Registro \d+: foi alterado|A corrente não é mais a que foi assinada/,
  ],
  ['the kind of a record', 'outsider', `update evidence set kind = 'export' where ${one} and ${shown}`, aside],
  ['the time of a record', 'outsider', `update evidence set at = '${at(2)}' where ${one} and ${shown}`, aside],
  ['the device of a record', 'outsider', `update evidence set word_code = 'X' where ${one} and ${shown}`, aside],
  [
    'the condominium of a record',
    'outsider',
    `update evidence set condominium_id = null where ${one} and ${shown}`,
    aside,
  ],
  [
    'the key of the call of a record',
    'outsider',
    `update evidence set call_key = 'x' where ${one} and ${shown}`,
    aside,
  ],
  [
    'a personal value',
    'outsider',
    `update evidence set personal = replace(personal::text, '127.0.0.1', '127.0.0.2')::jsonb where ${one} and ${begun}`,
    /um dado pessoal dele foi alterado/,
  ],
  [
    'personal values, to another shape',
    'outsider',
    `update evidence set personal = '{}' where ${one} and ${shown}`,
    /um dado pessoal dele foi alterado/,
  ],
  [
    'the sign-in before the period',
    'outsider',
    `update evidence set record = replace(record, 'user-', 'pessoa-') where ${one} and ${begun}`,
    /Registro \d+: foi alterado/,
  ],
  [
    'the time of the sign-in before the period, so that nobody was signed in',
    'outsider',
    `update evidence set at = '${at(2)}' where ${one} and ${begun}`,
    aside,
  ],
  [
    'the kind of the sign-in before the period',
    'outsider',
    `update evidence set kind = 'export' where ${one} and ${begun}`,
    aside,
  ],
  ['the only key', 'outsider', `update evidence set record = ${otherKey} where ${firstKey(one)}`, keys],
  [
    'the record of the only key, to no JSON',
    'outsider',
    `update evidence set record = 'x' where ${firstKey(one)}`,
    keys,
  ],
  [
    'the number in the record of the only key',
    'outsider',
    `update evidence set record = regexp_replace(record, '"seq":\\d+', '"seq":0') where ${firstKey(one)}`,
    keys,
  ],
  ['the kind of the only key', 'outsider', `update evidence set kind = 'export' where ${firstKey(one)}`, keys],
  ['a key before the exchange', 'admin', `update evidence set record = ${otherKey} where ${firstKey(two)}`, keys],
  [
    'the kind of a key before the exchange',
    'admin',
    `update evidence set kind = 'export' where ${firstKey(two)}`,
    aside,
  ],
  [
    'a removed first record, of the only key',
    'outsider',
    `delete from evidence where ${one} and seq = 1`,
    // The second text appears if the server itself had signed this record.
    new RegExp(`${keys.source}|A corrente não é mais a que foi assinada até o registro 1`),
  ],
]
const stamps: Change[] = [
  ['hash', `repeat('a', 64)`],
  ['at', `at - interval '1 day'`],
  ['at', `at + interval '1 microsecond'`],
  ['seq', 'seq - 1'],
  ['answer', `'AAAA'`],
  ['answer', `replace(answer, '=', '')`],
].map(([column, value]) => [
  `${column} of a time stamp to ${value}`,
  'admin',
  `update evidence_stamps set ${column} = ${value} where ${two}`,
  /O carimbo do tempo do registro \d+ não é de uma cabeça desta corrente/,
])

describe('a dossier of data that a person changed in the database (EVI-4)', () => {
  beforeAll(async () => {
    nowMs = start
    backend = await startTestBackend({ now: () => nowMs, monitorEveryMs: 0 })
    const { database } = backend
    const given = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const own = await openSigningKey(database, { dataDir: undefined })
    const other = await openSigningKey(database, { given, dataDir: undefined })
    await work('outsider', 0, 'VILA-1')
    await work('admin', 0, 'VILA-2')
    await signHead(database, own, 'horizonte', nowMs)
    await signHead(database, other, 'horizonte', nowMs)
    await work('outsider', 48, 'VILA-3')
    await work('admin', 48, 'VILA-4')
    await signHead(database, own, 'litoral', nowMs)
    await signHead(database, own, 'horizonte', nowMs)
    if (hasOpenssl()) {
      const authority = await startTimeStampAuthority()
      await sendHeads(database, timeStampAnchor(database, authority.url), nowMs, (id) => id !== 'horizonte')
      await authority.stop()
    }
    for (const table of ['evidence', 'evidence_stamps'])
      await database.script(`create table kept_${table} as select * from ${table}`)
  })
  afterEach(() =>
    change(`delete from evidence using (select customers_id as id, max(seq) as last from kept_evidence group by 1) as kept
        where customers_id = id and seq <= last;
      insert into evidence select * from kept_evidence;
      delete from evidence_stamps; insert into evidence_stamps select * from kept_evidence_stamps`),
  )
  afterAll(() => backend.close())

  it.each(['admin', 'outsider'] as const)('is genuine while nothing was changed: %s', async (who) => {
    const { status, message, json } = await dossierOf(who)
    expect([status, message]).toEqual([200, undefined])
    expect(await verifyDossier(json ?? '')).toMatchObject({ isGenuine: true, problems: [] })
    expect(JSON.parse(json ?? '').dossier.signedIn).toHaveLength(1)
  })

  it.each([...records, ...(hasOpenssl() ? stamps : [])])(
    'is refused with the reason, and not signed: %s',
    async (_name, who, sql, problem) => {
      await change(sql)
      const { status, message } = await dossierOf(who)
      expect([status, message]).toEqual([409, expect.stringMatching(problem)])
    },
  )
})

describe('a dossier of a chain that was cut by age (EVI-4)', () => {
  it('is refused if the stored position of the cut was changed', async () => {
    nowMs = Date.parse(at(-400))
    backend = await startTestBackend({ now: () => nowMs, monitorEveryMs: 0 })
    const { database } = backend
    await work('outsider', -400, 'VILA-1')
    await work('outsider', -300, 'VILA-2')
    await work('outsider', 48, 'VILA-3')
    const own = await openSigningKey(database, { dataDir: undefined })
    await signHead(database, own, 'litoral', nowMs)
    const problems: unknown[] = []
    await cutOldRecords(database, own, new Date(at(-301)), nowMs, (...found) => problems.push(found))
    expect(problems).toContainEqual(['litoral', undefined])
    expect(await dossierOf('outsider')).toMatchObject({ status: 200 })
    await change(`update evidence_heads set base_seq = base_seq - 1 where ${one}`)
    expect(await dossierOf('outsider')).toMatchObject({
      status: 409,
      message: expect.stringContaining('Faltam registros no começo'),
    })
    await backend.close()
  })
})

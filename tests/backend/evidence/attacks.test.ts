import { fastify } from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../../backend/database/database.ts'
import { usualDays } from '../../../backend/database/table.ts'
import { anchorAt, sendHeads } from '../../../backend/evidence/anchors.ts'
import { appendFacts } from '../../../backend/evidence/append.ts'
import { type CheckedAhead, checkAhead, requireSound, UnsoundChain } from '../../../backend/evidence/chain-soundness.ts'
import { type Actor, theServer } from '../../../backend/evidence/fact.ts'
import { signHead } from '../../../backend/evidence/heads.ts'
import { signedHeadsInMemory } from '../../../backend/evidence/signed-heads.ts'
import { openSigningKey, type SigningKey } from '../../../backend/evidence/signing-key.ts'
import { timeStampAnchor } from '../../../backend/evidence/time-stamps.ts'
import { type KeptHeads, verifyChains } from '../../../backend/evidence/verify-chain.ts'
import { serverWarnings } from '../../../backend/readiness/warnings.ts'
import { retentionChores } from '../../../backend/retention/retention.ts'
import type { Backend } from '../../../backend/server.ts'
import type { SignedHead } from '../../../contract/wire/answers/evidence.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { rewrite, signAsStranger, withStrangersKey } from './attacks.ts'
import { hasOpenssl, startTimeStampAuthority } from './time-stamp-authority.ts'

/** The attacked chain: key, rules, session.begun, condominium.created, declared, 5 and more signed; then unsigned records. */
const customer = 'horizonte'
let backend: Backend
let database: Database
let key: SigningKey
/** A head of the middle of the chain, kept outside, and the row of the database that had it. */
let earlier: SignedHead
let latest: SignedHead
const warnings = serverWarnings(fastify().log)

beforeAll(async () => {
  backend = await startTestBackend({ monitorEveryMs: 0 })
  database = backend.database
  key = await openSigningKey(database, { dataDir: undefined })
  const admin = await signIn(backend, 'admin')
  const add = async (name: string) => {
    const body = { name, wordCode: name.toUpperCase().replace(' ', '-') }
    expect((await admin.call('/rest/condominium', { method: 'POST', body })).status).toBe(201)
  }
  await add('Vila Um')
  await declare(admin, 1)
  await declare(admin, 2)
  await database.script(`create table earlier_head as select * from evidence_heads where false`)
  earlier = await signHead(database, key, customer, Date.now())
  await database.script(`insert into earlier_head select * from evidence_heads where customers_id = '${customer}'`)
  await add('Vila Dois')
  latest = await signHead(database, key, customer, Date.now())
  if (hasOpenssl()) {
    const authority = await startTimeStampAuthority()
    await sendHeads(database, timeStampAnchor(database, authority.url), Date.now())
    await authority.stop()
  } else await sendHeads(database, { ...anchorAt('nowhere'), take: async () => {} }, Date.now())
  await add('Vila Seis')
})
afterAll(() => backend.close())

async function declare(admin: Awaited<ReturnType<typeof signIn>>, sequence: number): Promise<void> {
  const record = {
    id: crypto.randomUUID(),
    sequence,
    at: new Date().toISOString(),
    wordCode: 'AGUAVIVA-01',
    condominiumId: 'condominio-01',
    userId: 'user-admin',
    kind: 'reset',
    cause: 'manual',
    panelVersion: '1',
  }
  const path = `/rest/device-audit/${record.condominiumId}/${record.userId}`
  expect((await admin.call(path, { method: 'POST', body: { records: [record] } })).status).toBe(200)
}

class Undone extends Error {}

/** Does the attack of a person who has the database but not the key, asks `check`, and takes the attack back. */
async function attacked<Result>(
  attack: string | ((database: Queryable) => Promise<unknown>),
  check: (database: Queryable) => Promise<Result>,
): Promise<Result | undefined> {
  let found: Result | undefined
  await database
    .transaction(async (transaction) => {
      // Without the triggers of append-only tables, and faster than `alter table … disable trigger`, after which every query is planned anew.
      await transaction.script('set local session_replication_role = replica')
      if (typeof attack === 'string') await transaction.script(attack)
      else await attack(transaction)
      await transaction.script('set local session_replication_role = origin')
      found = await check(transaction)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return found
}

async function verified(transaction: Queryable, heads: KeptHeads = { given: [], own: [] }): Promise<string> {
  const problems = (await verifyChains(transaction, heads))
    .map(({ problem }) => problem)
    .filter((each) => each !== undefined)
  return problems.join('\n') || 'CONFERE'
}

/** The server's check before it signs; `remembered`: heads that its key signed before. */
async function signing(
  transaction: Queryable,
  remembered: readonly SignedHead[],
  ahead?: CheckedAhead,
): Promise<string> {
  const own = { ...key, signedHeads: signedHeadsInMemory(remembered) }
  const sound = requireSound(transaction, own, customer, ahead)
  return sound.then(
    () => 'SIGNED',
    (error: unknown) => {
      if (error instanceof UnsoundChain) return error.problem
      throw error
    },
  )
}

const of = `customers_id = '${customer}'`
const lastSeq = `(select seq from evidence_heads where ${of})`
const cutTail = `delete from evidence where ${of} and seq > (select seq from earlier_head);
  delete from device_audit where ${of} and seq > (select seq from earlier_head);
  delete from evidence_stamps where ${of} and seq > (select seq from earlier_head);
  delete from evidence_anchors where ${of};
  delete from evidence_heads where ${of}; insert into evidence_heads select * from earlier_head`
const noSignature = 'signed_seq = null, signed_hash = null, signed_at = null, signature = null, signed_by = null'
const noTraces = `delete from evidence_anchors; delete from evidence_stamps`
const fromStart = (edit: Parameters<typeof rewrite>[3]) => async (transaction: Queryable) => {
  await transaction.script(`${noTraces}; delete from device_audit where ${of}`)
  await rewrite(transaction, customer, 1, edit)
}
const renamed: Parameters<typeof rewrite>[3] = (record) =>
  record.kind === 'condominium.created' ? { ...record, data: { changed: [] } } : record

type Attack = {
  how: string | ((database: Queryable) => Promise<unknown>)
  /** Result of `verify-audit`. */
  verify: RegExp
  /** Result of the server's check before it signs; undefined: only `verify-audit` reads these records, which are already signed. */
  sign?: RegExp
}

const attacks: Record<string, Attack> = {
  'a chain that was rewritten with right hashes': {
    how: fromStart(renamed),
    verify: /não é mais a que foi assinada/,
    sign: /não é mais a que foi assinada|o que há é anterior/,
  },
  'a rewritten chain without its signature': {
    how: async (transaction) => {
      await fromStart(renamed)(transaction)
      await transaction.script(`update evidence_heads set ${noSignature} where ${of}`)
    },
    verify: /A assinatura da corrente foi retirada/,
    sign: /A assinatura da corrente foi retirada/,
  },
  'a chain that was rewritten and signed with the key of a stranger, with the record of the true key': {
    how: async (transaction) => {
      await fromStart(renamed)(transaction)
      await signAsStranger(transaction, customer)
    },
    verify: /A assinatura .* não confere/,
    sign: /A assinatura .* não confere/,
  },
  'all signature columns set to null': {
    how: `update evidence_heads set ${noSignature} where ${of}; ${noTraces}`,
    verify: /A assinatura da corrente foi retirada/,
    sign: /A assinatura da corrente foi retirada/,
  },
  'one signature column set to null': {
    how: `update evidence_heads set signed_by = null where ${of}`,
    verify: /Falta uma parte da última assinatura/,
    sign: /Falta uma parte da última assinatura/,
  },
  'a back-dated column': {
    how: `update evidence set at = at - interval '6 years' where ${of} and seq <= 3`,
    verify: /Registro 1: o que está ao lado dele foi alterado/,
  },
  'a back-dated column of an unsigned record': {
    how: `update evidence set at = at - interval '6 years' where ${of} and seq = ${lastSeq}`,
    verify: /o que está ao lado dele foi alterado/,
    sign: /o que está ao lado dele foi alterado/,
  },
  'another hash as the stored end': {
    how: `update evidence_heads set hash = repeat('0', 64) where ${of}`,
    verify: /o fim foi trocado/,
    sign: /o fim foi trocado/,
  },
  'a cut tail with an old signed head': {
    how: cutTail,
    // Without any head from outside, a newer row of another table shows it only after a minute: the next tests have heads.
    verify: /CONFERE/,
  },
  'a removed chain': {
    how: `${noTraces}; delete from evidence where ${of}; delete from device_audit where ${of}; delete from evidence_heads where ${of}`,
    verify: /A corrente não tem mais o seu fim guardado/,
    sign: /A corrente não tem mais o seu fim guardado/,
  },
  'all chains removed': {
    how: `${noTraces}; delete from evidence; delete from device_audit; delete from evidence_heads`,
    verify: /(A corrente não tem mais o seu fim guardado\.\n?){3}/,
    sign: /A corrente não tem mais o seu fim guardado/,
  },
  'a removed chain that the server has begun again': {
    how: async (transaction) => {
      await transaction.script(`${noTraces}; delete from evidence where ${of}; delete from device_audit where ${of};
        delete from evidence_heads where ${of}`)
      await appendFacts(transaction, customer, { kind: 'export', at: Date.now(), actor: theServer, subject: {} })
    },
    verify: /A corrente começou de novo/,
    sign: /A corrente começou de novo/,
  },
  'a chain that was emptied': {
    how: `${noTraces}; delete from evidence where ${of}; delete from device_audit where ${of};
      update evidence_heads set seq = 0, hash = evidence_first(customers_id), ${noSignature} where ${of}`,
    verify: /A corrente não tem nenhum registro/,
  },
  'a changed key of a call': {
    how: `update evidence set call_key = 'outra' where ${of} and seq = 3`,
    verify: /Registro 3: o que está ao lado dele foi alterado/,
  },
  'a moved border between salt and value': {
    how: `update evidence set personal = (select jsonb_agg(kept || jsonb_build_object(
        'salt', (kept ->> 'salt') || left(kept ->> 'value', 2), 'value', substr(kept ->> 'value', 3)))
        from jsonb_array_elements(personal) as kept) where ${of} and seq = 3`,
    verify: /Registro 3: um dado pessoal dele foi alterado/,
  },
  'a personal value of another person': {
    how: `update evidence set personal = (select jsonb_agg(kept || '{"of": "user-operador"}')
        from jsonb_array_elements(personal) as kept) where ${of} and seq = 3`,
    verify: /Registro 3: um dado pessoal dele foi alterado/,
  },
  'a personal value that the record does not have': {
    how: `update evidence set personal = personal || (select personal from evidence where ${of} and seq = 3) where ${of} and seq = 4`,
    verify: /Registro 4: um dado pessoal dele foi alterado/,
  },
  'an edited record': {
    how: `update evidence set record = replace(record, 'Vila Um', 'Vila 1') where ${of} and seq = 4`,
    verify: /Registro 4: foi alterado/,
  },
  'an edited record of a panel': {
    how: `update device_audit set cause = 'threshold' where ${of} and seq = 5`,
    verify: /Registro 5: foi alterado/,
  },
  'two records of a panel in another order': {
    how: `alter table device_audit alter column row_number set generated by default;
      update device_audit set row_number = row_number + 1000 where ${of} and seq = 5`,
    verify: /Registro 6: o que está ao lado dele foi alterado/,
  },
  'a deleted record': {
    how: `delete from evidence where ${of} and seq = 3`,
    verify: /Falta o registro 3: depois do 2 vem o 4/,
  },
  'a deleted end': {
    how: `delete from evidence where ${of} and seq = ${lastSeq}`,
    verify: /faltam registros no fim/,
    sign: /faltam registros no fim/,
  },
  'a record of a panel outside of the chain': {
    how: `create table copied as select * from device_audit where ${of} and seq = 5;
      update copied set seq = null, id = gen_random_uuid(), row_number = 999;
      insert into device_audit overriding system value select * from copied`,
    verify: /Há registros fora da corrente/,
    sign: /Há registros fora da corrente/,
  },
  'a record beyond the end': {
    how: `create table copied as select * from evidence where ${of} and seq = 3; update copied set seq = ${lastSeq} + 1;
      insert into evidence select * from copied`,
    verify: /Há registros fora da corrente/,
    sign: /Há registros fora da corrente/,
  },
  'a beginning cut off without a record of it': {
    how: `update evidence_heads set base_seq = 2, base_hash = (select hash from evidence where ${of} and seq = 2) where ${of};
      delete from evidence where ${of} and seq <= 2`,
    verify: /nenhum registro diz que o prazo deles acabou/,
  },
  'all records cut off up to the signed head': {
    how: async (transaction) => {
      await transaction.script(`${noTraces}; delete from evidence where ${of} and seq > (select signed_seq from evidence_heads where ${of});
        update evidence_heads set (seq, hash, base_seq, base_hash) = (signed_seq, signed_hash, signed_seq, signed_hash) where ${of};
        delete from evidence where ${of}; delete from device_audit where ${of}`)
    },
    verify: /nenhum registro diz que o prazo deles acabou/,
    sign: /não é mais a que foi assinada/,
  },
  'a forged retention record': {
    how: async (transaction) => {
      const [base] = await transaction.query(
        `select hash from evidence where ${of} and seq = 2`,
        [],
        v.object({ hash: v.string() }),
      )
      await transaction.script(`delete from evidence where ${of} and seq <= 2;
        update evidence_heads set base_seq = 2, base_hash = '${base?.hash}' where ${of}`)
      const data = { upTo: 2, hash: base?.hash }
      await appendFacts(transaction, customer, {
        kind: 'retention',
        at: Date.now(),
        actor: theServer,
        subject: {},
        data,
      })
    },
    verify: /foi posto por outro caminho/,
    sign: /foi posto por outro caminho/,
  },
  'the chain of another customer': {
    how: `${noTraces}; delete from evidence where ${of}; delete from device_audit where ${of};
      update evidence set customers_id = '${customer}' where customers_id = 'litoral';
      update evidence_heads as own set (seq, hash, signed_seq, signed_hash, signed_at, signature, signed_by) =
        (select seq, hash, signed_seq, signed_hash, signed_at, signature, signed_by from evidence_heads where customers_id = 'litoral')
        where ${of}`,
    verify: /Registro 1: foi alterado/,
    sign: /assinatura .* não confere/,
  },
  'a forged signature': {
    how: `update evidence_heads set signed_at = signed_at - interval '1 year' where ${of}`,
    verify: /A assinatura .* não confere/,
    sign: /A assinatura .* não confere/,
  },
  'a signature time with a part below its milliseconds': {
    how: `update evidence_heads set signed_at = signed_at + interval '1 microsecond' where ${of}`,
    verify: /A assinatura .* não confere/,
    sign: /A assinatura .* não confere/,
  },
  'an anchored head that the chain does not have': {
    how: `update evidence_anchors set anchored_hash = repeat('a', 64) where ${of}`,
    verify: /não é mais a que foi assinada/,
    sign: /não é mais a que foi assinada/,
  },
  'an anchored position that hides later heads from the anchor': {
    how: `update evidence_anchors set anchored_seq = 1000000 where ${of}`,
    verify: /o que há é anterior/,
    sign: /o que há é anterior/,
  },
  'a sign-in that is newer than the end of the chain': {
    how: `update sessions set created_at = created_at + interval '1 hour'`,
    verify: /O banco tem um fato de .* que não está na corrente/,
  },
}

describe('a person who has the database but not the key', () => {
  test('finds an untouched database that verifies and is signed', async () => {
    expect(await attacked('select 1', (transaction) => verified(transaction))).toBe('CONFERE')
    const heads = { given: [earlier, latest], own: [latest] }
    expect(await attacked('select 1', (transaction) => verified(transaction, heads))).toBe('CONFERE')
    expect(await attacked('select 1', (transaction) => signing(transaction, [latest]))).toBe('SIGNED')
  })

  test.each(Object.entries(attacks))(
    'is found by verify-audit, and gets no signature for new records: %s',
    async (_name, { how, verify, sign }) => {
      expect(await attacked(how, (transaction) => verified(transaction))).toMatch(verify)
      if (sign !== undefined) expect(await attacked(how, (transaction) => signing(transaction, []))).toMatch(sign)
    },
  )

  test.each([
    ['a cut tail with an old signed head', cutTail],
    [
      'a whole chain of a stranger',
      async (transaction: Queryable) => {
        await fromStart((record) => withStrangersKey(renamed(record) ?? record))(transaction)
        await signAsStranger(transaction, customer)
      },
    ],
  ])(
    'is found with a head from outside of the database, by verify-audit and by the key that signed it: %s',
    async (_name, how) => {
      const both = /o que há é anterior|não é mais a que foi assinada/
      expect(await attacked(how, (transaction) => verified(transaction, { given: [latest], own: [] }))).toMatch(
        /guardada fora, é mais nova que a corrente|guardada fora, é de outra corrente/,
      )
      expect(await attacked(how, (transaction) => verified(transaction, { given: [], own: [latest] }))).toMatch(both)
      expect(await attacked(how, (transaction) => signing(transaction, [latest]))).toMatch(both)
    },
  )

  test('cannot use the time between the check of the records and the lock: cut records are found', async () => {
    const ahead = await checkAhead(database, customer)
    const cut = `delete from evidence where ${of} and seq = (select seq from evidence_heads where ${of});
      update evidence_heads set seq = seq - 1,
        hash = (select hash from evidence_chained as own where own.${of} and own.seq = evidence_heads.seq - 1) where ${of}`
    const found = await attacked(cut, (transaction) => signing(transaction, [], ahead))
    expect(found).toMatch(/o fim foi trocado/)
  })

  test('cannot change a stored column without a finding', async () => {
    const tables = [
      'evidence',
      'device_audit',
      'evidence_heads',
      'evidence_anchors',
      ...(hasOpenssl() ? ['evidence_stamps'] : []),
    ]
    const columns = await database.query(
      `select table_name as "table", column_name as "column", data_type as "type" from information_schema.columns
       where table_schema = current_schema() and table_name = any($1) order by 1, 2`,
      [tables],
      v.object({ table: v.string(), column: v.string(), type: v.string() }),
    )
    expect(columns.length).toBeGreaterThan(50)
    const unfound: string[] = []
    for (const { table, column, type } of columns) {
      // The position of an anchor is no evidence: which anchor, and when.
      if (table === 'evidence_anchors' && column !== 'anchored_seq' && column !== 'anchored_hash') continue
      const seq =
        table === 'evidence_stamps' || table === 'evidence_heads' || table === 'evidence_anchors'
          ? ''
          : `and seq = ${table === 'evidence' ? 4 : 5}`
      const found = await attacked(
        `${column === 'row_number' ? 'alter table device_audit alter column row_number set generated by default;' : ''}
         update ${table} set ${column} = ${changedValue(column, type)} where ${of} ${seq}`,
        (transaction) => verified(transaction),
      )
      if (found === 'CONFERE') unfound.push(`${table}.${column}`)
    }
    expect(unfound).toEqual([])
  })

  test('cannot make the server delete records as if they were old', async () => {
    const before = await countOf('evidence')
    await database.script(`alter table evidence disable trigger user;
      update evidence set at = at - interval '6 years' where ${of} and seq <= 3; alter table evidence enable trigger user`)
    const chores = retentionChores({ database, signingKey: key, warnings, now: Date.now }, usualDays)
    await chores.chain?.()
    await chores['values of evidence']?.()
    expect(await countOf('evidence')).toBe(before)
    expect(await countOf("evidence where seq = 3 and personal <> '[]'")).toBeGreaterThan(0)
    expect(warnings.text('uncut-chain', customer)).toMatch(/Registro 1: o que está ao lado/)
    await database.script(`alter table evidence disable trigger user;
      update evidence set at = at + interval '6 years' where ${of} and seq <= 3; alter table evidence enable trigger user`)
  })
})

describe('the age of the last signature, by the newest record', () => {
  const minutes = (count: number) => Date.now() + count * 60_000
  const append = (database: Queryable, at: number, actor: Actor = theServer) =>
    appendFacts(database, customer, { kind: 'export', at, actor, subject: {} })

  test.each<[name: string, how: (database: Queryable) => Promise<void>, expected: string]>([
    [
      'records of 20 minutes without a signature are a finding',
      async (transaction) => {
        await append(transaction, minutes(1))
        await append(transaction, minutes(21))
      },
      'Faltam assinaturas',
    ],
    [
      'commands at the machine without a server are no finding',
      async (transaction) => {
        await append(transaction, minutes(100), { machine: true })
        await append(transaction, minutes(200), { machine: true })
      },
      'CONFERE',
    ],
  ])('%s', async (_name, how, expected) => {
    expect(await attacked(how, (transaction) => verified(transaction))).toContain(expected)
  })
})

test('verify-audit refuses a database with a column that it does not verify', async () => {
  const found = attacked('alter table evidence add column note text', (transaction) => verified(transaction))
  await expect(found).rejects.toThrow('evidence.note')
})

async function countOf(what: string): Promise<number> {
  const [found] = await database.query(
    `select count(*)::int as count from ${what}`,
    [],
    v.object({ count: v.number() }),
  )
  return found?.count ?? 0
}

function changedValue(column: string, type: string): string {
  if (type === 'ARRAY') return `array_append(${column}, 1)`
  if (type === 'jsonb') return `'[{"hash": "", "salt": "", "value": "", "of": ""}]'`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return `not coalesce(${column}, false)`
  if (type.startsWith('timestamp')) return `coalesce(${column}, now()) + interval '1 microsecond'`
  return type === 'text' ? `coalesce(${column}, '') || 'x'` : `coalesce(${column}, 0) + 1000`
}

describe('the check before a signature', () => {
  test('reads under the lock only the records that came after the check without the lock', async () => {
    const ahead = await checkAhead(database, customer)
    const rowsRead = async (checked: typeof ahead) => {
      let rows = 0
      await database.transaction(async (transaction) => {
        const counting: Queryable = {
          execute: (sql, parameters) => transaction.execute(sql, parameters),
          script: (sql) => transaction.script(sql),
          async query(sql, parameters, row) {
            const found = await transaction.query(sql, parameters, row)
            if (sql.includes('parts')) rows += found.length
            return found
          },
        }
        await requireSound(counting, key, customer, checked)
      })
      return rows
    }
    expect(await rowsRead(undefined)).toBeGreaterThan(0)
    expect(await rowsRead(ahead)).toBe(0)
    await appendTo(customer)
    expect(await rowsRead(ahead)).toBe(1)
    // A new signature makes the earlier check invalid: the server checks again.
    await signHead(database, key, customer, Date.now())
    await appendTo(customer)
    expect(await rowsRead(ahead)).toBe(1)
  })
})

function appendTo(id: string): Promise<void> {
  return database.transaction((transaction) =>
    appendFacts(transaction, id, { kind: 'erased', at: Date.now(), actor: theServer, subject: {} }),
  )
}

import { hostname } from 'node:os'
import * as v from 'valibot'
import { dossierText, type UnpagedDossier } from '../../contract/evidence/dossier-text.ts'
import { type Dossier, type DossierFiles, dossier, type SignedHead } from '../../contract/wire/answers/evidence.ts'
import type { Database, Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import { holdStill } from '../database/table-rows.ts'
import { Refusal } from '../http/refusal.ts'
import { endExpiredSessions } from '../sessions/expired-sessions.ts'
import { longestSessionMs } from '../sessions/sessions.ts'
import { canonical, firstHash, sha256 } from './chain-record.ts'
import { requireSoundFrom } from './chain-soundness.ts'
import { dossierPage } from './dossier-page.ts'
import { signHead } from './heads.ts'
import type { SigningKey } from './signing-key.ts'
import { stampsBetween } from './time-stamps.ts'

export type DossierRequest = {
  from: Date
  to: Date
  zone: string
  wordCode?: string | undefined
  condominiumId?: string | undefined
}

/** The maker of a dossier: customer, person, and version of the server. */
export type DossierMaker = { customersId: string; userId: string; version: string }

const mostRecords = 50_000

const range = v.object({ first: v.nullable(v.number()), last: v.nullable(v.number()) })
const keyRow = v.object({ seq: v.number(), publicKey: v.string() })
const chainRow = v.object({
  hash: v.string(),
  parts: v.array(v.string()),
  wordCode: v.nullable(v.string()),
  condominiumId: v.nullable(v.string()),
  personal: v.array(v.object({ hash: v.string(), salt: v.string(), value: v.string() })),
})
const saltedIn = /\{"salted":"([0-9a-f]{64})"\}/g
const jsonObject = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

/**
 * Builds the files of the customer's records of a period, with one more record on each side, signed as a whole (EVI-4). Only records about
 * the subject contain their personal values. Rejects with 422 for too long a period.
 */
export async function makeDossier(
  database: Database,
  key: SigningKey,
  maker: DossierMaker,
  asked: DossierRequest,
  now: number,
): Promise<DossierFiles> {
  // A session that has expired has a record of it.
  await endExpiredSessions(database, now)
  const chain = await signHead(database, key, maker.customersId, now)
  const data = await database.transaction(async (still) => {
    await holdStill(still)
    const read = await dataOf(still, key, maker, asked, chain)
    await requireSoundFrom(still, maker.customersId, read.start)
    return read
  })
  const text = dossierText(data)
  if (text === null) throw new Error('the chain has a record of another shape')
  const { before, after } = dossierPage(text)
  const signed: Dossier = { ...data, page: sha256(before + after) }
  const json = canonical({ dossier: signed, signature: key.signText(canonical(signed)) })
  return { json, before, after }
}

async function dataOf(
  database: Queryable,
  key: SigningKey,
  { customersId, userId, version }: DossierMaker,
  asked: DossierRequest,
  chain: SignedHead,
): Promise<UnpagedDossier> {
  const { from, to, zone, wordCode, condominiumId } = asked
  const nameOf = async (table: 'customers' | 'users', id: string) =>
    (await firstValue(database, `select name from ${table} where id = $1`, [id], v.string())) ?? ''
  const base = await baseOf(database, customersId)
  const { first, last } = await rangeOf(database, customersId, base.seq + 1, chain.seq, { from, to })
  if (last - first >= mostRecords)
    throw new Refusal(422, {
      fields: { to: `O período tem mais de ${mostRecords.toLocaleString('pt-BR')} registros. Escolha um menor.` },
    })
  const startHash = first === base.seq + 1 ? base.hash : await hashAt(database, customersId, first - 1)
  const rows = await database.query(
    `select hash, parts, word_code as "wordCode", condominium_id as "condominiumId", personal
     from evidence_chained where customers_id = $1 and seq between $2 and $3 order by seq`,
    [customersId, first, last],
    chainRow,
  )
  let prev = startHash
  const records: Record<string, unknown>[] = []
  const personal: Dossier['personal'] = {}
  for (const row of rows) {
    const text = row.parts.join(prev)
    records.push(v.parse(jsonObject, text))
    prev = row.hash
    if (!isAbout(row, asked)) continue
    for (const [, hash = ''] of text.matchAll(saltedIn)) personal[hash] = 'apagado'
    for (const { hash, salt, value } of row.personal) personal[hash] = { salt, value }
  }
  const signedIn = await sessionsOpen(database, customersId, asked)
  const names = await namesIn(
    database,
    customersId,
    records,
    signedIn.map(({ person }) => person),
  )
  return {
    format: 'guarita-dossier-2',
    madeAt: chain.at,
    madeBy: { id: userId, name: await nameOf('users', userId) },
    server: { name: hostname(), version },
    customer: { id: customersId, name: await nameOf('customers', customersId) },
    subject: {
      ...(wordCode !== undefined && { device: wordCode }),
      ...(condominiumId !== undefined && { condominium: condominiumId }),
    },
    period: { from: from.toISOString(), to: to.toISOString() },
    zone,
    publicKey: key.publicKey,
    fingerprint: key.fingerprint,
    keys: await keysOf(database, key, customersId, base.seq, chain.seq),
    chain,
    oldest: base.seq + 1,
    start: { seq: first - 1, hash: startHash },
    end: { seq: last, hash: prev },
    records,
    hashes: rows.map(({ hash }) => hash),
    personal,
    stamps: await stampsBetween(database, customersId, first, last),
    names,
    signedIn,
  }
}

/** Lists the keys that have signed the chain; for a chain that was cut, from `base` on the key that the record of the cut states. */
async function keysOf(
  database: Queryable,
  { publicKey }: SigningKey,
  customersId: string,
  base: number,
  end: number,
): Promise<Dossier['keys']> {
  const keys = await database.query(
    `select $3::int as seq, record::jsonb #>> '{data,publicKey}' as "publicKey"
     from evidence where customers_id = $1 and kind = 'retention' and seq <= $2 and record::jsonb #> '{data,publicKey}' is not null
       and record::jsonb #> '{data,upTo}' = to_jsonb($3::int)
     union all
     select seq::int, record::jsonb #>> '{data,publicKey}' from evidence where customers_id = $1 and kind = 'key' and seq <= $2
     order by seq`,
    [customersId, end, base],
    keyRow,
  )
  return keys.length === 0 ? [{ seq: base, publicKey }] : keys
}

function isAbout(row: v.InferOutput<typeof chainRow>, { wordCode, condominiumId }: DossierRequest): boolean {
  if (wordCode !== undefined) return row.wordCode === wordCode
  return condominiumId === undefined || row.condominiumId === condominiumId
}

/**
 * Returns the numbers of the first and last record of a period, each with its neighbour, between `oldest` and `end`. Without a record in the
 * period these are the records around it; after a change of the clock their order may be the opposite.
 */
async function rangeOf(
  database: Queryable,
  customersId: string,
  oldest: number,
  end: number,
  { from, to }: { from: Date; to: Date },
): Promise<{ first: number; last: number }> {
  const [found] = await database.query(
    `select coalesce(min(seq) filter (where at >= $2 and at < $3) - 1, max(seq) filter (where at < $2))::int as first,
       coalesce(max(seq) filter (where at >= $2 and at < $3) + 1, min(seq) filter (where at >= $3))::int as last
     from evidence_chained where customers_id = $1 and seq <= $4`,
    [customersId, from, to, end],
    range,
  )
  const first = Math.max(oldest, found?.first ?? oldest)
  const last = Math.min(end, found?.last ?? end)
  return { first: Math.min(first, last), last: Math.max(first, last) }
}

/** Returns the start of the chain: its first record, or the end of the part that was cut off at its age. */
async function baseOf(database: Queryable, customersId: string): Promise<{ seq: number; hash: string }> {
  const [found] = await database.query(
    'select base_seq::int as seq, base_hash as hash from evidence_heads where customers_id = $1',
    [customersId],
    v.object({ seq: v.number(), hash: v.nullable(v.string()) }),
  )
  return { seq: found?.seq ?? 0, hash: found?.hash ?? firstHash(customersId) }
}

async function hashAt(database: Queryable, customersId: string, seq: number): Promise<string> {
  const sql = 'select hash from evidence_chained where customers_id = $1 and seq = $2'
  const hash = await firstValue(database, sql, [customersId, seq], v.string())
  if (hash === undefined) throw new Error(`the chain has no record ${seq}`)
  return hash
}

/** Maps the ids in the records to the current names of people and objects. */
export async function namesIn(
  database: Queryable,
  customersId: string,
  records: readonly Record<string, unknown>[],
  people: readonly string[],
): Promise<Dossier['names']> {
  const named = { person: new Set(people), device: new Set<string>(), condominium: new Set<string>() }
  for (const record of records)
    for (const part of [record.actor, record.subject])
      for (const [what, ids] of Object.entries(named)) {
        const id = v.is(holder, part) ? part[what] : undefined
        if (typeof id === 'string') ids.add(id)
      }
  const rows = await database.query(
    `select 'people' as kind, id, name from users where customers_id = $1 and id = any($2)
     union all
     select 'devices', devices.word_code, devices.name from devices join condominiums on condominiums.id = devices.condominium_id
     where customers_id = $1 and devices.word_code = any($3)
     union all
     select 'condominiums', id, name from condominiums where customers_id = $1 and condominiums.id = any($4)`,
    [customersId, [...named.person], [...named.device], [...named.condominium]],
    v.object({ kind: v.picklist(['people', 'devices', 'condominiums']), id: v.string(), name: v.string() }),
  )
  const names: Dossier['names'] = { people: {}, devices: {}, condominiums: {} }
  for (const { kind, id, name } of rows) names[kind][id] = name
  return names
}

const holder = v.record(v.string(), v.unknown())

/**
 * Lists sessions of the customer's people that were open at some time in the period. The record of an expiry may be written long after the
 * expiry. A session that is neither stored nor has a record of its end was ended by an earlier version.
 */
export function sessionsOpen(
  database: Queryable,
  customersId: string,
  { from, to }: { from: Date; to: Date },
): Promise<Dossier['signedIn']> {
  return database.query(
    `with begun as (
       select seq, at, record::jsonb #>> '{subject,person}' as person, record::jsonb #>> '{data,session}' as session
       from evidence where customers_id = $1 and kind = 'session.begun' and at >= $4 and at < $3),
     ended as (
       select distinct on (session) seq, session, coalesce((data ->> 'expiresAt')::timestamptz, at) as at
       from (select seq, at, record::jsonb -> 'data' as data, record::jsonb #>> '{data,session}' as session from evidence
         where customers_id = $1 and kind = 'session.ended' and seq > (select min(seq) from begun)) as own
       where session in (select session from begun) order by session, seq)
     select person, session, jsonb_build_object('seq', begun.seq, 'at', evidence_time(begun.at)) as begun,
       case when ended.seq is not null then jsonb_build_object('seq', ended.seq, 'at', evidence_time(ended.at))
         when not exists (select from sessions where id = session) then to_jsonb('sem registro'::text) end as ended
     from begun left join ended using (session) where ended.at is null or ended.at >= $2 order by begun.seq`,
    [customersId, from, to, new Date(from.getTime() - longestSessionMs)],
    dossier.entries.signedIn.item,
  )
}

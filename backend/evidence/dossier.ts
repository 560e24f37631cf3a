import { hostname } from 'node:os'
import * as v from 'valibot'
import { dossierText, type UnpagedDossier } from '../../contract/evidence/dossier-text.ts'
import { type Dossier, type DossierFiles, dossier, type SignedHead } from '../../contract/wire/answers/evidence.ts'
import type { Database, Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import { holdStill } from '../database/table-rows.ts'
import { endExpiredSessions } from '../sessions/expired-sessions.ts'
import { longestSessionMs } from '../sessions/sessions.ts'
import { canonical, sha256 } from './chain-record.ts'
import { dossierPage } from './dossier-page.ts'
import { type DossierPart, soundPart } from './dossier-part.ts'
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
 * the subject contain their personal values. Rejects with 422 for too long a period, with 409 if something in the dossier is not as it was
 * signed.
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
    const part = await soundPart(still, key, chain, asked)
    return dataOf(still, maker, asked, { key, chain, part, now })
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
  { customersId, userId, version }: DossierMaker,
  asked: DossierRequest,
  { key, chain, part, now }: { key: SigningKey; chain: SignedHead; part: DossierPart; now: number },
): Promise<UnpagedDossier> {
  const { oldest, start, end, keys, rules } = part
  const { from, to, zone, wordCode, condominiumId } = asked
  const nameOf = async (table: 'customers' | 'users', id: string) =>
    (await firstValue(database, `select name from ${table} where id = $1`, [id], v.string())) ?? ''
  const rows = await database.query(
    `select hash, parts, word_code as "wordCode", condominium_id as "condominiumId", personal
     from evidence_chained where customers_id = $1 and seq between $2 and $3 order by seq`,
    [customersId, start.seq + 1, end],
    chainRow,
  )
  let prev = start.hash
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
  const rulesBefore = await firstValue(
    database,
    'select record from evidence where customers_id = $1 and seq = $2',
    [customersId, rules ?? null],
    jsonObject,
  )
  const signedIn = await sessionsOpen(database, customersId, asked)
  const names = await namesIn(
    database,
    customersId,
    records,
    signedIn.map(({ person }) => person),
  )
  return {
    format: 'guarita-dossier-2',
    madeAt: new Date(now).toISOString(),
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
    keys,
    chain,
    oldest,
    start,
    end: { seq: end, hash: prev },
    records,
    rules: rulesBefore ?? null,
    hashes: rows.map(({ hash }) => hash),
    personal,
    stamps: await stampsBetween(database, customersId, start.seq + 1, end),
    names,
    signedIn,
  }
}

function isAbout(row: v.InferOutput<typeof chainRow>, { wordCode, condominiumId }: DossierRequest): boolean {
  if (wordCode !== undefined) return row.wordCode === wordCode
  return condominiumId === undefined || row.condominiumId === condominiumId
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

import { hostname } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import type { Dossier, SignedHead } from '../../contract/wire/answers/evidence.ts'
import { deviceLifetimes } from '../audit/device-lifetimes.ts'
import { bounds } from '../bounds.ts'
import type { Database, Queryable } from '../database/database.ts'
import { firstValue, valuesOf } from '../database/row-values.ts'
import { Refusal } from '../http/refusal.ts'
import { endExpiredSessions } from '../sessions/expired-sessions.ts'
import { longestSessionMs } from '../sessions/sessions.ts'
import { type ChainRow, missingEnd, nextRows } from './chain-links.ts'
import type { ChainEnd } from './chain-record.ts'
import { changedEnd, otherThan, type StoredHead, storedHeadOf, UnsoundChain } from './chain-soundness.ts'
import { type DossierPart, partOf } from './dossier-part.ts'
import { type DossierThread, dossierThread } from './dossier-thread.ts'
import type { DossierBatch, DossierTask } from './dossier-writer.ts'
import { signHead } from './heads.ts'
import type { SigningKey } from './signing-key.ts'
import { isRightStamp, nextStamps, wrongStamp } from './time-stamps.ts'

export type DossierRequest = {
  from: Date
  to: Date
  zone: string
  wordCode?: string | undefined
  condominiumId?: string | undefined
}

/** The maker of a dossier: customer, person, and version of the server. */
export type DossierMaker = { customersId: string; userId: string; version: string }

type Parts = { database: Database; key: SigningKey; directory: string; now: number }

/** The answer to a request for a dossier: a form with the page and the JSON. */
export type DossierAnswer = { mediaType: string; bytes: number; chunks: AsyncGenerator<Uint8Array> }

/**
 * Makes the dossier of a period and of one more record on each side, and signs it as a whole (EVI-4). Only records
 * about the subject contain their personal values. A thread does the work with the records, and ends when `signal`
 * aborts. Calls `onSent` before the last chunk. Rejects with 422 if the period is too long, with 409 if signed content
 * was changed.
 */
export async function makeDossier(
  { database, key, directory, now }: Parts,
  maker: DossierMaker,
  asked: DossierRequest,
  { signal, onSent }: { signal: AbortSignal; onSent: () => void },
): Promise<DossierAnswer> {
  const { customersId } = maker
  // A session that has expired has a record of it.
  await endExpiredSessions(database, now)
  const chain = await signHead(database, key, customersId, now)
  const part = await partOf(database, key, chain, asked)
  const signature = key.startSignature()
  const known = await knownOf(database, maker, asked, { key, chain, part, now })
  const { checkedFrom, first, last } = part
  const sessionsSince = new Date(asked.from.getTime() - longestSessionMs).toISOString()
  const task = { directory, ...known, checkedFrom, first, last, sessionsSince, prefix: signature.prefix }
  signal.throwIfAborted()
  const thread = dossierThread(task, signal)
  await sendRecords(thread, database, customersId, { part, asked })
  const unended = await thread.unended()
  const sql = 'select id from sessions where id = any($1)'
  const { digest, pageBytes } = await thread.close(await valuesOf(database, sql, [unended], v.string()))
  if (pageBytes > bounds.dossiers.most.pageBytes) throw tooLong
  const { mediaType, bytes } = await thread.sign(signature.finish(digest))
  return { mediaType, bytes, chunks: chunksOf(thread, onSent) }
}

/** The server could make a larger file, but no verifier could read the file. */
const tooLong = new Refusal(422, { fields: { to: 'Os registros do período são grandes demais. Escolha um menor.' } })

async function* chunksOf(thread: DossierThread, onSent: () => void): AsyncGenerator<Uint8Array> {
  for (let isLast = false; !isLast; ) {
    const next = await thread.next()
    isLast = next.isLast
    if (isLast) onSent()
    yield next.chunk
    // If the client is fast, this loop would otherwise block all other work and the garbage collection.
    await setImmediate()
  }
}

/** Passes all records from `checkedFrom` to the end of the chain to the thread. Throws an `UnsoundChain`. */
async function sendRecords(
  thread: DossierThread,
  database: Database,
  customersId: string,
  { part: { checkedFrom, first, last, head }, asked }: { part: DossierPart; asked: DossierRequest },
): Promise<void> {
  const named = new Set<string>()
  let end = checkedFrom
  let isSigned = isSignedEnd(head, checkedFrom)
  let rows = await nextRows(database, customersId, end.seq, head.seq)
  while (end.seq < head.seq) {
    const newest = rows.at(-1)
    if (newest === undefined) throw await unsound(database, customersId, head, missingEnd(end, head.seq))
    const range = { after: Math.max(end.seq, first - 1), last: Math.min(newest.seq, last) }
    const stamps = range.after < range.last ? await stampsIn(database, customersId, range, rows) : []
    const names = await newNames(database, customersId, { rows, named, asked })
    isSigned ||= rows.some((row) => isSignedEnd(head, row))
    const [problem, following] = await Promise.all([
      thread.take({ rows, stamps, names }),
      nextRows(database, customersId, newest.seq, head.seq),
    ])
    if (problem !== undefined) throw await unsound(database, customersId, head, problem)
    end = newest
    rows = following
  }
  if (end.hash !== head.hash) throw new UnsoundChain(changedEnd)
  if (!isSigned) throw new UnsoundChain(otherThan(head.signedSeq ?? 0))
}

/**
 * Reads the time stamps of these records. Throws an `UnsoundChain` if a time stamp does not belong to a record of this
 * chain.
 */
async function stampsIn(
  database: Database,
  customersId: string,
  range: { after: number; last: number },
  rows: readonly ChainRow[],
): Promise<Dossier['stamps']> {
  const found = await nextStamps(database, customersId, range)
  for (const stamp of found) {
    const isOfRow = rows.some(({ seq, hash }) => seq === stamp.seq && hash === stamp.hash)
    if (!isOfRow || !(await isRightStamp(customersId, stamp))) throw new UnsoundChain(wrongStamp(stamp.seq))
  }
  return found.map(({ seq, hash, at, answer }) => ({ seq, hash, at, answer }))
}

function isSignedEnd({ signedSeq, signedHash }: StoredHead, { seq, hash }: ChainEnd): boolean {
  return seq === signedSeq && hash === signedHash
}

/**
 * Returns the error for a problem: a 503 if old records were removed meanwhile because of their age, otherwise an
 * `UnsoundChain`.
 */
async function unsound(
  database: Queryable,
  customersId: string,
  { baseSeq }: StoredHead,
  problem: string,
): Promise<Refusal> {
  const now = await storedHeadOf(database, customersId)
  if (now === undefined || now.baseSeq === baseSeq) return new UnsoundChain(problem)
  return new Refusal(503, {
    message: 'Registros antigos foram retirados enquanto o dossiê era feito. Tente novamente.',
    headers: { 'retry-after': '10' },
  })
}

type Name = DossierBatch['names'][number]

/**
 * Returns the names of devices and condominiums in these records that are not in `named` yet, and adds them to `named`. A code that
 * several devices had in the period has the names of all.
 */
async function newNames(
  database: Queryable,
  customersId: string,
  { rows, named, asked: { from, to } }: { rows: readonly ChainRow[]; named: Set<string>; asked: DossierRequest },
): Promise<Name[]> {
  const idsOf = (kind: Name['kind'], ids: (string | null)[]) =>
    [...new Set(ids)].flatMap((id) => (id === null || named.has(`${kind} ${id}`) ? [] : [id]))
  const devices = idsOf(
    'devices',
    rows.map(({ wordCode }) => wordCode),
  )
  const condominiums = idsOf(
    'condominiums',
    rows.map(({ condominiumId }) => condominiumId),
  )
  if (devices.length + condominiums.length === 0) return []
  const lifetimes = await deviceLifetimes(database, customersId, devices)
  const places = await database.query(
    "select 'condominiums' as kind, id, name from condominiums where customers_id = $1 and id = any($2)",
    [customersId, condominiums],
    v.object({ kind: v.literal('condominiums'), id: v.string(), name: v.string() }),
  )
  const found = [
    ...places,
    ...devices.flatMap((id): Name[] => {
      const lives = lifetimes.get(id)?.filter((life) => life.from < to.getTime() && life.to >= from.getTime()) ?? []
      const name = [...new Set(lives.flatMap((life) => life.name ?? []))].join(', depois ')
      return name === '' ? [] : [{ kind: 'devices', id, name }]
    }),
  ]
  for (const { kind, id } of found) named.add(`${kind} ${id}`)
  return found
}

/** Reads the parts of a dossier that are known before its records. */
async function knownOf(
  database: Queryable,
  { customersId, userId, version }: DossierMaker,
  { from, to, zone, wordCode, condominiumId }: DossierRequest,
  { key, chain, part, now }: { key: SigningKey; chain: SignedHead; part: DossierPart; now: number },
): Promise<Pick<DossierTask, 'known' | 'people'>> {
  const customer = await firstValue(database, 'select name from customers where id = $1', [customersId], v.string())
  const users = await database.query(
    'select id, name from users where customers_id = $1',
    [customersId],
    v.object({ id: v.string(), name: v.string() }),
  )
  const people = Object.fromEntries(users.map(({ id, name }) => [id, name]))
  const known: DossierTask['known'] = {
    format: 'guarita-dossier-2',
    madeAt: new Date(now).toISOString(),
    madeBy: { id: userId, name: people[userId] ?? '' },
    server: { name: hostname(), version },
    customer: { id: customersId, name: customer ?? '' },
    subject: {
      ...(wordCode !== undefined && { device: wordCode }),
      ...(condominiumId !== undefined && { condominium: condominiumId }),
    },
    period: { from: from.toISOString(), to: to.toISOString() },
    zone,
    publicKey: key.publicKey,
    fingerprint: key.fingerprint,
    keys: part.keys,
    chain,
    oldest: part.oldest,
  }
  return { known, people }
}

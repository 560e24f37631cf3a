import { createHash } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import * as v from 'valibot'
import { type SignedHead, signedHead } from '../../contract/wire/answers/evidence.ts'
import { bounds } from '../bounds.ts'
import type { Database, Queryable } from '../database/database.ts'
import { OperatorError } from '../database/operator-error.ts'
import { hasRow, timeColumn } from '../database/row-values.ts'
import { boundedAnswer } from '../http/bounded-answer.ts'
import { callService, ForbiddenAddress } from '../network/outgoing-calls.ts'

const { timeMs: answerWithinMs, bytes: mostAnswerBytes } = bounds.anchorAnswers.most

/** Storage that this host cannot rewrite, for signed heads (EVI-5). */
export type Anchor = {
  /** The variable of the operator. */
  variable: string
  /** SHA-256 of the address, which may contain a secret. */
  id: string
  /** Shortest time between two heads of one chain. */
  everyMs: number
  /** Rejects with a `WrongAnchor` if the operator must correct something, with another error for a temporary failure. */
  take(head: SignedHead): Promise<void>
}

/** The anchor cannot work as it is configured; the message is Portuguese, for the operator. */
export class WrongAnchor extends OperatorError {}

export function anchorId(address: string): string {
  return createHash('sha256').update(address).digest('hex')
}

/** Appends heads to a file, one JSON object per line, or sends each to an http address (POST). */
export function anchorAt(place: string): Anchor {
  const take = /^https?:/i.test(place)
    ? (head: SignedHead) => post(place, head)
    : (head: SignedHead) => append(place, head)
  return { variable: 'GUARITA_EVIDENCE_ANCHOR', id: anchorId(place), everyMs: 0, take }
}

const fileMistakes: Readonly<Record<string, string>> = {
  ENOENT: 'a pasta do arquivo não existe',
  ENOTDIR: 'uma parte do caminho não é uma pasta',
  EISDIR: 'o caminho é de uma pasta, e não de um arquivo',
  EACCES: 'falta permissão para gravar nele',
  EPERM: 'falta permissão para gravar nele',
  EROFS: 'o disco só permite leitura',
}
const systemError = v.object({ code: v.string() })

async function append(file: string, head: SignedHead): Promise<void> {
  try {
    await appendFile(file, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    const mistake = v.is(systemError, error) ? fileMistakes[error.code] : undefined
    throw mistake === undefined ? error : new WrongAnchor(`o arquivo ${file} não recebe as cabeças: ${mistake}`)
  }
}

async function post(url: string, head: SignedHead): Promise<void> {
  await postTo(url, 'application/json', JSON.stringify(head))
}

/** Statuses of a request that may succeed later without a change. */
const passingStatuses = [408, 425, 429]

/** Sends a body to an anchor, and resolves to its answer of at most 64 KiB. */
export async function postTo(url: string, type: string, body: string | ArrayBuffer): Promise<Buffer> {
  const { username, password, host } = URL.canParse(url) ? new URL(url) : new URL('http://-')
  if (username !== '' || password !== '') throw new WrongAnchor(`o endereço em ${host} não pode levar usuário e senha`)
  const { status, ...response } = await callService(url, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
    timeoutMs: answerWithinMs,
  }).catch((error: unknown) => {
    if (!(error instanceof ForbiddenAddress)) throw error
    throw new WrongAnchor(`o servidor não chama o endereço em ${host}`)
  })
  const answer = await boundedAnswer(response.body, mostAnswerBytes)
  const ok = status >= 200 && status < 300
  if (!ok && status < 500 && !passingStatuses.includes(status))
    throw new WrongAnchor(`o endereço em ${host} respondeu ${status}`)
  if (!ok) throw new Error(`the anchor answered ${status}`)
  return answer
}

const headColumns = `evidence_heads.customers_id as customer, signed_seq::text as seq, signed_hash as hash, signed_at as at, signature`
const headRow = v.object({ ...signedHead.entries, at: timeColumn, seq: v.pipe(v.string(), v.toNumber()) })

/**
 * Sends the newest signed head of each chain that this anchor has not taken yet, and stores how far it has come: heads of exports, and heads
 * from before a restart, are sent too. Leaves out chains with a problem. Rejects with the first failure; the next call sends the rest.
 */
export async function sendHeads(
  database: Database,
  anchor: Anchor,
  now: number,
  hasProblem: (customersId: string) => boolean = () => false,
): Promise<void> {
  const heads = await database.query(
    `select ${headColumns} from evidence_heads left join evidence_anchors as taken
       on taken.customers_id = evidence_heads.customers_id and taken.anchor = $1
     where signature is not null and (anchored_seq is null or (signed_seq > anchored_seq and anchored_at <= $2))
     order by 1`,
    [anchor.id, new Date(now - anchor.everyMs)],
    headRow,
  )
  for (const head of heads) if (!hasProblem(head.customer)) await send(database, anchor, head, now)
}

async function send(database: Queryable, anchor: Anchor, head: SignedHead, now: number): Promise<void> {
  await anchor.take(head)
  await database.execute(
    `insert into evidence_anchors (customers_id, anchor, anchored_seq, anchored_hash, anchored_at) values ($1, $2, $3, $4, $5)
     on conflict (customers_id, anchor) do update
       set (anchored_seq, anchored_hash, anchored_at) = (excluded.anchored_seq, excluded.anchored_hash, excluded.anchored_at)
       where evidence_anchors.anchored_seq < excluded.anchored_seq`,
    [head.customer, anchor.id, head.seq, head.hash, new Date(now)],
  )
}

/**
 * Sends a head to the anchor at the start of the server, so that a wrong anchor is found at once. Rejects with an `OperatorError` for a wrong
 * anchor that never took a head. Resolves to any other failure: an anchor that worked before must not keep the server from starting.
 */
export async function probeAnchor(database: Database, anchor: Anchor, now: number): Promise<unknown> {
  const isKnown = await hasRow(database, 'select from evidence_anchors where anchor = $1 limit 1', [anchor.id])
  const first = `select ${headColumns} from evidence_heads where signature is not null order by 1 limit 1`
  const [head] = await database.query(first, [], headRow)
  if (head === undefined) return undefined
  try {
    await send(database, anchor, head, now)
    return undefined
  } catch (error) {
    if (isKnown || !(error instanceof WrongAnchor)) return error
    throw new OperatorError(
      `${anchor.variable}: ${error.message}. Corrija o valor, ou tire a variável, e inicie de novo.`,
    )
  }
}

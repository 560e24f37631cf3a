import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { Database, Queryable } from '../database/database.ts'
import { deleteOldRows } from '../database/old-rows.ts'
import { asRefusal } from '../http/error-answers.ts'
import { Refusal } from '../http/refusal.ts'
import { type CallIdentity, type CallSecrets, callSecrets, noUser } from './call-secrets.ts'

const retryEveryMs = 200
/** For several instances: longer than a running instance can pause, shorter than a person waits. */
export const sharedLeaseMs = 15_000

/** `body` is undefined for an answer without a body. */
export type Answer = { status: number; headers: Record<string, string>; body?: unknown }

/** `content`: all that the request says beside its route. */
export type IdempotentCall = CallIdentity & { content: unknown }

/** Stores the answer in the transaction of the effect; a later answer of the same call does not replace it. */
export type KeepAnswer = (transaction: Queryable, answer: Answer) => Promise<void>

export type IdempotentCalls = {
  /**
   * Runs `work` once for a call (contract "Idempotency-Key"): a repeat during the work waits for it, at any instance; a repeat within 24 h
   * gets the same answer. Failures that may pass (401, 429, 500 and above) are not stored, and of a caller without sign-in only successes
   * are. Rejects with a 422 `Refusal` if the key was used with other content.
   */
  run(call: IdempotentCall, work: (keep: KeepAnswer) => Promise<Answer>): Promise<Answer>
  /** Resolves when every call that runs here has ended; calls that wait for another instance end with a 503. */
  settled(): Promise<void>
}

const callRow = v.object({ bodyHash: v.string(), status: v.nullable(v.number()), answer: v.nullable(v.string()) })
const sealedAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ status: v.number(), headers: v.record(v.string(), v.string()), body: v.optional(v.unknown()) }),
)

/**
 * `leaseMs`: time without a sign of life after which another instance takes over the work. 0 for a single instance: a stored call that is
 * not running here was interrupted by a crash.
 */
export function idempotentCalls(database: Database, now: () => number, leaseMs: number): IdempotentCalls {
  const instance = randomUUID()
  const running = new Map<string, { bodyHash: string; answer: Promise<Answer> }>()
  let isEnding = false
  // The database's clock is the same for all instances.
  const leaseEnd = `clock_timestamp() + interval '${leaseMs} milliseconds'`

  async function perform(
    call: IdempotentCall,
    secrets: CallSecrets,
    bodyHash: string,
    work: (keep: KeepAnswer) => Promise<Answer>,
  ): Promise<Answer> {
    const identity = [call.userId, call.route, secrets.keyHash]
    await deleteOldRows(database, 'idempotent_calls', now())
    while (!(await claim(identity, bodyHash))) {
      const [known] = await database.query(
        `select body_hash as "bodyHash", status, answer from idempotent_calls
         where user_id = $1 and route = $2 and key_hash = $3`,
        identity,
        callRow,
      )
      if (known && known.bodyHash !== bodyHash) throw keyOfAnother()
      if (known?.answer != null) return v.parse(sealedAnswer, secrets.open(known.answer))
      if (isEnding) throw new Refusal(503)
      await wait(retryEveryMs)
    }
    const keep = async (queryable: Queryable, answer: Answer) => {
      await queryable.execute(
        `update idempotent_calls set status = $4, answer = $5
         where user_id = $1 and route = $2 and key_hash = $3 and status is null`,
        [...identity, answer.status, secrets.seal(JSON.stringify(answer))],
      )
    }
    // A failure is not stored: the next call may start immediately.
    const answer = await whileHeld(identity, () => work(keep).catch(answerToKeep)).catch(async (error) => {
      await (call.userId === noUser ? forget(identity) : giveBack(identity)).catch(() => {})
      throw error
    })
    if (call.userId === noUser && answer.status >= 400) await forget(identity)
    else await keep(database, answer)
    return answer
  }

  async function whileHeld(identity: string[], work: () => Promise<Answer>): Promise<Answer> {
    if (leaseMs === 0) return work()
    const beat = setInterval(() => {
      extend(identity).catch(() => {})
    }, leaseMs / 3)
    try {
      return await work()
    } finally {
      clearInterval(beat)
    }
  }

  /**
   * Tries to claim the work for this instance. The claim is stored before the work, so that after a crash the key still
   * belongs to this body. If this instance has a claim but no running work, the answer of that work could not be
   * stored.
   */
  async function claim(identity: string[], bodyHash: string): Promise<boolean> {
    const claimed = await database.execute(
      `insert into idempotent_calls as known (user_id, route, key_hash, body_hash, started_at, claimed_by, claimed_until)
       values ($1, $2, $3, $4, $5, $6, ${leaseEnd})
       on conflict (user_id, route, key_hash) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
         where known.status is null and known.body_hash = excluded.body_hash
           and (known.claimed_until is null or known.claimed_until <= clock_timestamp()
             or known.claimed_by = excluded.claimed_by)`,
      [...identity, bodyHash, new Date(now()), instance],
    )
    return claimed > 0
  }

  async function giveBack(identity: string[]): Promise<void> {
    await database.execute(
      `update idempotent_calls set claimed_until = null
       where user_id = $1 and route = $2 and key_hash = $3 and claimed_by = $4`,
      [...identity, instance],
    )
  }

  async function extend(identity: string[]): Promise<void> {
    await database.execute(
      `update idempotent_calls set claimed_until = ${leaseEnd}
       where user_id = $1 and route = $2 and key_hash = $3 and claimed_by = $4 and status is null`,
      [...identity, instance],
    )
  }

  /** Failures of callers without sign-in are deleted: nobody fills the table without a password or a link. */
  async function forget(identity: string[]): Promise<void> {
    await database.execute(
      'delete from idempotent_calls where user_id = $1 and route = $2 and key_hash = $3 and status is null',
      identity,
    )
  }

  return {
    run(call, work) {
      const id = JSON.stringify([call.userId, call.route, call.key])
      const secrets = callSecrets(call)
      const bodyHash = secrets.hashOf(call.content)
      const first = running.get(id)
      if (first) return first.bodyHash === bodyHash ? first.answer : Promise.reject(keyOfAnother())
      const answer = perform(call, secrets, bodyHash, work)
      running.set(id, { bodyHash, answer })
      const leave = () => running.delete(id)
      answer.then(leave, leave)
      return answer
    },
    async settled() {
      isEnding = true
      await Promise.allSettled([...running.values()].map(({ answer }) => answer))
    },
  }
}

function answerToKeep(error: unknown): Answer {
  const refusal = asRefusal(error)
  if (refusal.status === 401 || refusal.status === 429 || refusal.status >= 500) throw error
  return { status: refusal.status, headers: refusal.headers, body: refusal.body }
}

function keyOfAnother(): Refusal {
  const text = 'Esta chave já acompanhou um pedido com outro conteúdo. Envie o pedido com uma chave nova.'
  return new Refusal(422, { message: text, fields: { 'Idempotency-Key': text } })
}

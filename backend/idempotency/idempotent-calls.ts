import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { asRefusal } from '../http/error-answers.ts'
import { Refusal } from '../http/refusal.ts'

const keptMs = 24 * 60 * 60_000

export type Answer = { status: number; body: unknown }

/** `route` names the call with its parameters; `key` is the `Idempotency-Key`. */
export type IdempotentCall = { userId: string; route: string; key: string; body: unknown }

export type IdempotentCalls = {
  /**
   * Does `work` once for a call (contract "Idempotency-Key"): a repeat joins it while it runs and gets its answer again for
   * 24 h. An answer of 500 and above is not kept. Rejects with a 422 `Refusal` when the key came with another body before.
   */
  run(call: IdempotentCall, work: () => Promise<Answer>): Promise<Answer>
  /** Resolves once every call that runs has ended. */
  settled(): Promise<void>
}

const callRow = v.object({
  bodyHash: v.string(),
  status: v.nullable(v.number()),
  answer: v.nullable(v.pipe(v.string(), v.parseJson())),
})

export function idempotentCalls(database: Database, now: () => number): IdempotentCalls {
  const running = new Map<string, { bodyHash: string; answer: Promise<Answer> }>()

  async function perform(call: IdempotentCall, bodyHash: string, work: () => Promise<Answer>): Promise<Answer> {
    const identity = [call.userId, call.route, call.key]
    const startedAt = new Date(now())
    await dropOldCalls(database, now())
    // Entered before the work: after a crash in the middle of it, the key still belongs to this body.
    await database.execute(
      `insert into idempotent_calls (user_id, route, key, body_hash, started_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [...identity, bodyHash, startedAt],
    )
    const [known] = await database.query(
      `select body_hash as "bodyHash", status, answer from idempotent_calls
       where user_id = $1 and route = $2 and key = $3`,
      identity,
      callRow,
    )
    if (known && known.bodyHash !== bodyHash) throw keyOfAnother()
    if (known && known.status !== null) return { status: known.status, body: known.answer }
    const answer = await work().catch(answerToKeep)
    await database.execute(
      'update idempotent_calls set status = $4, answer = $5 where user_id = $1 and route = $2 and key = $3',
      [...identity, answer.status, JSON.stringify(answer.body ?? null)],
    )
    return answer
  }

  return {
    run(call, work) {
      const id = JSON.stringify([call.userId, call.route, call.key])
      const bodyHash = hashOf(call.body)
      const first = running.get(id)
      if (first) return first.bodyHash === bodyHash ? first.answer : Promise.reject(keyOfAnother())
      const answer = perform(call, bodyHash, work)
      running.set(id, { bodyHash, answer })
      const leave = () => running.delete(id)
      answer.then(leave, leave)
      return answer
    },
    async settled() {
      await Promise.allSettled([...running.values()].map(({ answer }) => answer))
    },
  }
}

/** Removes the calls that began 24 h ago or earlier. */
export async function dropOldCalls(database: Database, now: number): Promise<void> {
  await database.execute('delete from idempotent_calls where started_at <= $1', [new Date(now - keptMs)])
}

function answerToKeep(error: unknown): Answer {
  const refusal = asRefusal(error)
  if (refusal.status >= 500) throw error
  return { status: refusal.status, body: refusal.body }
}

function hashOf(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url')
}

function keyOfAnother(): Refusal {
  const text = 'Esta chave já acompanhou um pedido com outro conteúdo. Envie o pedido com uma chave nova.'
  return new Refusal(422, { message: text, fields: { 'Idempotency-Key': text } })
}

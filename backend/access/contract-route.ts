import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { AnswerOf, ParamsOf, Route } from '../../contract/wire/route.ts'
import type { Queryable } from '../database/database.ts'
import type { Fact } from '../evidence/fact.ts'
import type { Tagged } from '../http/entity-tag.ts'
import { noUser } from '../idempotency/call-secrets.ts'
import { keyOf, routeOf } from '../idempotency/idempotency-key.ts'
import type { Answer, IdempotentCalls, KeepAnswer } from '../idempotency/idempotent-calls.ts'
import { asKeyedCall } from '../idempotency/kept-answer.ts'
import { requirePermission } from './access.ts'
import { identityOf } from './authentication.ts'

declare module 'fastify' {
  interface FastifyInstance {
    idempotentCalls: IdempotentCalls
  }
}

type RequestOf<Called extends Route> = FastifyRequest<{ Params: ParamsOf<Called['path']> }>

/** Result of the handler of a call: a route with an `ETag` needs the tag of its record. */
type ResultOf<Called extends Route> = Called extends { responseHeaders: readonly ['ETag'] }
  ? Tagged<AnswerOf<Called>>
  : AnswerOf<Called>

type Answering<Result> = Promise<Result | FastifyReply> | (Result extends undefined ? Promise<void> : never)

type Hooks<Called extends Route> = {
  /** Refuses a caller before the body is read, and before a stored answer is repeated. */
  admit?: (request: RequestOf<Called>) => Promise<void>
  /** Reads a body that is not JSON; resolves to a value that identifies the body. */
  readBody?: (request: RequestOf<Called>) => Promise<object>
}

/**
 * Registers a call of the contract: method, path, right, status and idempotence come from the route table, and `answer` resolves to the
 * body, with its tag if the route has an `ETag`. Errors are thrown as a `Refusal`; the handler of a GET that has already sent the answer resolves to the reply. A caller without the
 * right, or rejected by `admit`, is refused before the body is read.
 */
export function serve<Called extends Route>(
  scope: FastifyInstance,
  called: Called,
  answer: (request: RequestOf<Called>, reply: FastifyReply) => Answering<ResultOf<Called>>,
  { admit, readBody }: Hooks<Called> = {},
): void {
  const { method, path, access, proof, status, idempotent, responseHeaders = [] } = called
  const isOpen = access === 'everybody' || access === 'wall' || access === 'machine'
  scope.route<{ Params: ParamsOf<Called['path']> }>({
    method,
    url: path,
    config: { open: isOpen, needsNoRight: access === 'signedIn' && idempotent === 'by key' },
    onRequest: async (request) => {
      if (!isOpen && access !== 'signedIn') requirePermission(identityOf(request).account, access)
      if (proof === 'recent') await scope.requireProof(request)
      await admit?.(request)
    },
    handler: async (request, reply) => {
      const body = readBody === undefined ? request.body : await readBody(request)
      const key = idempotent === 'by key' ? keyOf(request) : undefined
      if (key !== undefined) {
        const call = {
          userId: isOpen ? noUser : identityOf(request).account.userId,
          route: routeOf(request),
          key,
          content: { body, query: request.query, ifMatch: request.headers['if-match'] },
        }
        return send(reply, await scope.idempotentCalls.run(call, (keep) => work(request, reply, keep)))
      }
      const answered = await answer(request, reply)
      // If the client has disconnected, Fastify would treat this answer as a second one and log a warning.
      return answered === reply ? reply : send(reply, answerOf(answered))
    },
  })

  const isTagged = responseHeaders.length > 0
  const body = called.answer ?? v.unknown()
  const result = isTagged ? v.object({ etag: v.string(), body }) : body

  function answerOf(given: unknown): Answer {
    return isTagged && v.is(anyTagged, given)
      ? { status, headers: { etag: given.etag }, body: given.body }
      : { status, headers: {}, body: given }
  }

  async function work(request: RequestOf<Called>, reply: FastifyReply, keep: KeepAnswer): Promise<Answer> {
    const call = {
      isEffect: effectsOf(called),
      async keep(transaction: Queryable, given: unknown) {
        if (v.is(result, given)) await keep(transaction, answerOf(called.answer === undefined ? undefined : given))
      },
    }
    return answerOf(await asKeyedCall(call, async () => await answer(request, reply)))
  }
}

const anyTagged = v.object({ etag: v.string(), body: v.unknown() })

/**
 * Returns whether a record shows that a call has acted: not the record of a refused sign-in, of a received command, or of a command without
 * an effect. Undefined for routes where every transaction with the result of the handler is the effect.
 */
function effectsOf({ records, responseHeaders }: Route): ((fact: Fact) => boolean) | undefined {
  if (responseHeaders !== undefined || typeof records !== 'object' || 'none' in records) return undefined
  const kinds = new Set(
    records.filter((kind) => !['session.refused', 'session.locked', 'command.received'].includes(kind)),
  )
  return ({ kind, data = {} }) => kinds.has(kind) && data.ok !== false && data.overtaken !== true
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  if (reply.sent) return reply
  if (status >= 400) reply.type('application/json; charset=utf-8')
  return reply.code(status).headers(headers).send(body)
}

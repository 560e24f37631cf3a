import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { AnswerOf, ParamsOf, Route } from '../../contract/wire/route.ts'
import type { Queryable } from '../database/database.ts'
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

type Answering<Answer> = Promise<Answer | FastifyReply> | (Answer extends undefined ? Promise<void> : never)

type Hooks<Called extends Route> = {
  /** Refuses a caller before the body is read, and before a stored answer is repeated. */
  admit?: (request: RequestOf<Called>) => Promise<void>
  /** Reads a body that is not JSON; resolves to a value that identifies the body. */
  readBody?: (request: RequestOf<Called>) => Promise<object>
}

/**
 * Registers a call of the contract: method, path, right, status and idempotence come from the route table, and `answer` resolves to the
 * body. Errors are thrown as a `Refusal`; the handler of a GET that has already sent the answer resolves to the reply. A caller without the
 * right, or rejected by `admit`, is refused before the body is read.
 */
export function serve<Called extends Route>(
  scope: FastifyInstance,
  called: Called,
  answer: (request: RequestOf<Called>, reply: FastifyReply) => Answering<AnswerOf<Called>>,
  { admit, readBody }: Hooks<Called> = {},
): void {
  const { method, path, access, status, idempotent, responseHeaders = [] } = called
  const isOpen = access === 'everybody' || access === 'wall'
  scope.route<{ Params: ParamsOf<Called['path']> }>({
    method,
    url: path,
    config: { open: isOpen },
    onRequest: async (request) => {
      if (!isOpen && access !== 'signedIn') requirePermission(identityOf(request).account, access)
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
      return answered === reply || reply.sent ? reply : reply.code(status).send(answered)
    },
  })

  const kinds = effectKindsOf(called)
  /** An answer with headers, or of another shape, is stored after the transaction. */
  const isAnswer = (result: unknown) =>
    responseHeaders.length === 0 && (called.answer === undefined || v.is(called.answer, result))

  async function work(request: RequestOf<Called>, reply: FastifyReply, keep: KeepAnswer): Promise<Answer> {
    const call = {
      kinds,
      async keep(transaction: Queryable, result: unknown) {
        if (!isAnswer(result)) return
        await keep(transaction, { status, headers: {}, ...(called.answer !== undefined && { body: result }) })
      },
    }
    const body = await asKeyedCall(call, async () => await answer(request, reply))
    const headers = responseHeaders.map((name) => [name.toLowerCase(), String(reply.getHeader(name))])
    return { status, headers: Object.fromEntries(headers), body }
  }
}

/** Kinds of records that show that a call has acted: not those of attempts and of commands, which the device itself executes once. */
function effectKindsOf({ records }: Route): ReadonlySet<string> {
  const kinds = typeof records === 'object' && !('none' in records) ? records : []
  return new Set(kinds.filter((kind) => !/^(command\.|session\.(refused|locked)$)/.test(kind)))
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  if (reply.sent) return reply
  if (status >= 400) reply.type('application/json; charset=utf-8')
  return reply.code(status).headers(headers).send(body)
}

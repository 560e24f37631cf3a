import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, ParamsOf, Route } from '../../contract/wire/route.ts'
import { requirePermission } from './access.ts'
import { identityOf } from './authentication.ts'

type RequestOf<Called extends Route> = FastifyRequest<{ Params: ParamsOf<Called['path']> }>

type Answering<Answer> = Promise<Answer | FastifyReply> | (Answer extends undefined ? Promise<void> : never)

/**
 * Answers a call of the contract: method, path, right and status are the table's, and `answer` resolves to the body that it
 * names. An error is thrown as a `Refusal`; only who has answered by himself resolves to the reply. Who lacks the right, or is
 * not let in by `admit`, is refused before any of the body is read.
 */
export function serve<Called extends Route>(
  scope: FastifyInstance,
  called: Called,
  answer: (request: RequestOf<Called>, reply: FastifyReply) => Answering<AnswerOf<Called>>,
  admit?: (request: RequestOf<Called>) => Promise<void>,
): void {
  const { method, path, access, status } = called
  scope.route<{ Params: ParamsOf<Called['path']> }>({
    method,
    url: path,
    config: { open: access === 'everybody' || access === 'wall' },
    onRequest: async (request) => {
      if (access !== 'everybody' && access !== 'wall' && access !== 'signedIn')
        requirePermission(identityOf(request).account, access)
      await admit?.(request)
    },
    handler: async (request, reply) => {
      const body = await answer(request, reply)
      // Of whoever has gone meanwhile Fastify takes the answer for a second one, and warns.
      return body === reply || reply.sent ? reply : reply.code(status).send(body)
    },
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, ParamsOf, Route } from '../../contract/wire/route.ts'
import { requirePermission } from './access.ts'
import { identityOf } from './authentication.ts'

type RequestOf<Called extends Route> = FastifyRequest<{ Params: ParamsOf<Called['path']> }>

type Answering<Answer> = Promise<Answer | FastifyReply> | (Answer extends undefined ? Promise<void> : never)

/**
 * Registers a call of the contract: method, path, right and status come from the route table, and `answer` resolves to the body. Errors are
 * thrown as a `Refusal`; a handler that has already sent the answer resolves to the reply. A caller without the right, or rejected by
 * `admit`, is refused before the body is read.
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
      // If the client has disconnected, Fastify would treat this answer as a second one and log a warning.
      return body === reply || reply.sent ? reply : reply.code(status).send(body)
    },
  })
}

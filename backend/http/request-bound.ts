import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/** Answers 503 while `most` requests of this scope are running, before any query (SCA-4). */
export function boundRequests(scope: FastifyInstance, most: number): void {
  let running = 0
  scope.addHook('onRequest', async (_request, reply) => {
    if (running >= most) throw new Refusal(503, { headers: { 'retry-after': '1' }, unasked: 'notAsked' })
    running += 1
    reply.raw.once('close', () => {
      running -= 1
    })
  })
}

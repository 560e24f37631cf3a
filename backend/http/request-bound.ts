import type { FastifyInstance } from 'fastify'
import { bounds } from '../bounds.ts'
import { onAnswered } from './connection-limits.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every signed-in person may make this write, and the server stores the answer to this write. */
    needsNoRight?: boolean
  }
}

const dayMs = 24 * 60 * 60_000

/** Answers 503 while `most` requests of this scope are running, before any query (SCA-4). */
export function boundRequests(scope: FastifyInstance, most: number): void {
  let running = 0
  scope.addHook('onRequest', async (request, reply) => {
    if (running >= most) throw new Refusal(503, { headers: { 'retry-after': '1' }, unasked: 'notAsked' })
    running += 1
    onAnswered(request.raw, reply.raw, () => {
      running -= 1
    })
  })
}

/** Answers 429 while too many requests of one signed-in person are running: one person cannot use the whole server (OPS-4). */
export function boundPeople(scope: FastifyInstance): void {
  const running = new Map<string, number>()
  scope.addHook('onRequest', async (request, reply) => {
    if (request.identity === null) return
    const { userId } = request.identity.account
    const count = running.get(userId) ?? 0
    if (count >= bounds.runningCalls.most.count) throw new Refusal(429, { headers: { 'retry-after': '1' } })
    running.set(userId, count + 1)
    onAnswered(request.raw, reply.raw, () => {
      const left = (running.get(userId) ?? 1) - 1
      if (left > 0) running.set(userId, left)
      else running.delete(userId)
    })
  })
}

/** Answers 429 if one person makes too many writes that need no right, so that these writes cannot fill the disk (OPS-4). */
export function boundWritesWithoutRight(
  scope: FastifyInstance,
  now: () => number,
  most: number = bounds.writesWithoutRight.most.count,
): void {
  const counts = new Map<string, number>()
  let day = 0
  scope.addHook('onRequest', async (request) => {
    if (request.identity === null || request.routeOptions.config.needsNoRight !== true) return
    const today = Math.floor(now() / dayMs)
    if (today !== day) counts.clear()
    day = today
    const { userId } = request.identity.account
    const count = counts.get(userId) ?? 0
    if (count >= most)
      throw new Refusal(429, { headers: { 'retry-after': String(Math.ceil((dayMs - (now() % dayMs)) / 1000)) } })
    counts.set(userId, count + 1)
  })
}

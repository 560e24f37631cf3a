import type { FastifyInstance } from 'fastify'
import type { HealthStats } from '../../contract/wire/answers/devices/health.ts'

export type RequestCounts = Omit<HealthStats, 'perDevice'>

/** Counts every HTTP request of this server. Returns a function that reads the counts. */
export function countRequests(app: FastifyInstance): () => RequestCounts {
  let totalRequests = 0
  let failedRequests = 0
  let totalMs = 0
  app.addHook('onResponse', async (_request, reply) => {
    totalRequests += 1
    totalMs += reply.elapsedTime
    if (reply.statusCode >= 500) failedRequests += 1
  })
  return () => ({
    totalRequests,
    successfulRequests: totalRequests - failedRequests,
    failedRequests,
    averageResponseTime: totalRequests === 0 ? 0 : Math.round((totalMs / totalRequests) * 10) / 10,
  })
}

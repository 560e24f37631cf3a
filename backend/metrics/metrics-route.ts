import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { bearerToken } from '../access/bearer-token.ts'
import { Refusal } from '../http/refusal.ts'
import type { MeasuredParts } from './server-metrics.ts'

export type MetricsParts = MeasuredParts & { metricsToken: string | undefined }

/**
 * `GET /metrics` (OPS-2): figures of this instance alone in Prometheus' text format, for whoever brings `Authorization: Bearer` and the
 * token. Without a token in the configuration there is no such page (404), and nothing is measured.
 */
export async function metricsRoute(app: FastifyInstance, { metricsToken, ...parts }: MetricsParts): Promise<void> {
  const metrics = metricsToken === undefined ? undefined : await measure(app, parts)
  app.get('/metrics', async (request, reply) => {
    if (metrics === undefined || metricsToken === undefined) throw new Refusal(404)
    if (!isSame(bearerToken(request.headers.authorization) ?? '', metricsToken)) throw new Refusal(401)
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', metrics.contentType)
      .send(await metrics.text())
  })
}

async function measure(app: FastifyInstance, parts: MeasuredParts) {
  // Loaded only where it is asked for: a start without it is as fast as before.
  const { serverMetrics } = await import('./server-metrics.ts')
  return serverMetrics(app, parts)
}

/** In a time that does not tell how much of it was right. */
function isSame(told: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(told), digest(token))
}

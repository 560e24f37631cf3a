import type { FastifyInstance } from 'fastify'
import { bearerToken } from '../access/authentication.ts'
import { Refusal } from '../http/refusal.ts'
import { isSameSecret } from '../http/same-secret.ts'
import type { MeasuredParts } from './server-metrics.ts'

export type MetricsParts = MeasuredParts & { metricsToken: string | undefined }

/**
 * `GET /metrics` (OPS-2): metrics of this instance only, in Prometheus' text format, with `Authorization: Bearer` and the token. Without a
 * configured token the page does not exist (404), and nothing is measured.
 */
export async function metricsRoute(app: FastifyInstance, { metricsToken, ...parts }: MetricsParts): Promise<void> {
  // Loaded only if used, to keep the start fast.
  const metrics =
    metricsToken === undefined ? undefined : (await import('./server-metrics.ts')).serverMetrics(app, parts)
  app.get('/metrics', async (request, reply) => {
    if (metrics === undefined || metricsToken === undefined) throw new Refusal(404)
    if (!isSameSecret(bearerToken(request.headers.authorization) ?? '', metricsToken)) throw new Refusal(401)
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', metrics.contentType)
      .send(await metrics.text())
  })
}

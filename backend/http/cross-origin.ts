import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Lets panels served from `origins` call this backend (contract "Static", CORS); no origin means no header at all. */
export async function allowOrigins(app: FastifyInstance, origins: string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: async (origin: string | undefined) => origin !== undefined && origins.includes(origin),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'X-XSRF-TOKEN'],
    exposedHeaders: ['Retry-After', 'ETag', 'Date'],
    maxAge: 600,
    // Its own refusal is plain text, which no caller of ours reads.
    strictPreflight: false,
  })
}

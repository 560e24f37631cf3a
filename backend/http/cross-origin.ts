import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Allows panels from `origins` to call this backend (contract "Static", CORS); without origins sends no CORS header. */
export async function allowOrigins(app: FastifyInstance, origins: string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: async (origin: string | undefined) => origin !== undefined && origins.includes(origin),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'X-XSRF-TOKEN'],
    exposedHeaders: ['Retry-After', 'ETag', 'Date'],
    maxAge: 600,
    // The plugin's own refusal is plain text, not the contract's error body.
    strictPreflight: false,
  })
}

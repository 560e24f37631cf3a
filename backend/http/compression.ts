import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Shorter bodies are not compressed. */
export const smallestBytes = 4_096

/**
 * Compresses answers of the GET routes of this scope from 4 kB on, except under `/auth`: the length of a compressed answer with a secret
 * reveals parts of the secret (BREACH).
 */
export async function compressAnswers(scope: FastifyInstance): Promise<void> {
  scope.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('GET') || route.path.includes('/auth/')) route.compress = false
  })
  await scope.register(compress, { threshold: smallestBytes, encodings: ['br', 'gzip'], globalDecompression: false })
}

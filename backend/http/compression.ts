import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Shorter bodies go as they are. */
export const smallestBytes = 4_096

/**
 * Compresses what the GET routes of this scope answer, from 4 kB on. Never under `/auth`: beside a secret, the length of a
 * compressed answer tells about it (BREACH).
 */
export async function compressAnswers(scope: FastifyInstance): Promise<void> {
  scope.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('GET') || route.path.includes('/auth/')) route.compress = false
  })
  await scope.register(compress, { threshold: smallestBytes, encodings: ['br', 'gzip'], globalDecompression: false })
}

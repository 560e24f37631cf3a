import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingOf } from './list-cache.ts'

/** Whoever has not taken all by then is cut off, and asks for the rest anew. */
const longestMs = 60_000

const packers = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 2 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 3 }),
}

/**
 * Answers with lines of JSON as they are made, each packed and on its way before the next is asked for; none is made for who does
 * not read, or has gone. What fails in the middle cuts the connection, so that nobody takes a part for the whole.
 */
export function sendLines(request: FastifyRequest, reply: FastifyReply, lines: AsyncIterable<string>): FastifyReply {
  const encoding = encodingOf(request)
  const source = Readable.from(lines, { highWaterMark: 1 })
  const limit = setTimeout(() => source.destroy(new Error('the lines were not taken in time')), longestMs)
  source.once('close', () => clearTimeout(limit))
  reply.header('content-type', 'application/x-ndjson; charset=utf-8')
  // nginx and its like would keep back what has come until there is more.
  reply.header('x-accel-buffering', 'no')
  if (encoding === 'identity') return reply.send(source)
  reply.header('content-encoding', encoding)
  return reply.send(
    pipeline(source, packers[encoding](), () => {
      // What failed has destroyed both ends: Fastify cuts the connection.
    }),
  )
}

import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingOf } from './list-cache.ts'

/** A reader that has not taken all lines by then is cut off, and must ask again. */
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
 * Answers with lines of JSON, each made and sent after the previous one; makes none while the reader does not read, and stops if the reader
 * disconnects. An error in the middle cuts the connection, so that the reader does not take a part for the whole.
 */
export function sendLines(request: FastifyRequest, reply: FastifyReply, lines: AsyncIterable<string>): FastifyReply {
  const encoding = encodingOf(request)
  const source = Readable.from(lines, { highWaterMark: 1 })
  const limit = setTimeout(() => source.destroy(new Error('the lines were not taken in time')), longestMs)
  source.once('close', () => clearTimeout(limit))
  reply.header('content-type', 'application/x-ndjson; charset=utf-8')
  // Proxies such as nginx would buffer the lines.
  reply.header('x-accel-buffering', 'no')
  if (encoding === 'identity') return reply.send(source)
  reply.header('content-encoding', encoding)
  return reply.send(
    pipeline(source, packers[encoding](), () => {
      // The error has destroyed both streams: Fastify cuts the connection.
    }),
  )
}

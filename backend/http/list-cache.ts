import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { smallestBytes } from './compression.ts'

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
}

type Encoding = keyof typeof compressors | 'identity'
const encodings: Encoding[] = ['br', 'gzip', 'identity']

export function encodingOf({ headers }: FastifyRequest): Encoding {
  return negotiate(`${headers['accept-encoding'] ?? ''}`, encodings) ?? 'identity'
}

/** `bodies` by encoding, each made at its first use. */
type Entry = { tag: string; bodies: Map<Encoding, Promise<Buffer>>; bytes: number }

export type List = {
  /** Identifies the list and its readers: callers with the same key may see the same items. */
  key: string
  /** Version of the list: an equal state means an equal body. */
  state: string
  make(): Promise<string>
}

export type ListCache = {
  /** Answers with the list: 304 if the caller has the current state, else from the cache if possible. */
  answer(request: FastifyRequest, reply: FastifyReply, list: List): Promise<FastifyReply>
  /** Returns the list as JSON, for an answer with further fields. */
  text(list: List): Promise<string>
  /** Sets the headers of the list's state; returns true if the caller has that state already: answer 304. */
  isKnown(request: FastifyRequest, reply: FastifyReply, list: Pick<List, 'key' | 'state'>): boolean
}

/**
 * Caches the bodies of lists, compressed, up to `mostBytes` in all; the least recently used goes first (SCA-4). Eight people who load the
 * same list at a time cost one query and one compression.
 */
export function listCache(mostBytes = 64 * 1024 * 1024): ListCache {
  const entries = new Map<string, Entry>()
  let bytes = 0

  function entryOf({ key, state, make }: List): Entry {
    const tag = tagOf(key, state)
    const known = entries.get(key)
    if (known?.tag === tag) {
      entries.delete(key)
      entries.set(key, known)
      return known
    }
    if (known) drop(key, known)
    const entry: Entry = { tag, bodies: new Map(), bytes: 0 }
    entries.set(key, entry)
    keep(
      key,
      entry,
      'identity',
      make().then((text) => Buffer.from(text)),
    )
    return entry
  }

  function keep(key: string, entry: Entry, encoding: Encoding, body: Promise<Buffer>): Promise<Buffer> {
    entry.bodies.set(encoding, body)
    body.then(
      ({ length }) => {
        if (entries.get(key) !== entry) return
        entry.bytes += length
        bytes += length
        for (const [oldest, each] of entries) {
          if (bytes <= mostBytes) break
          drop(oldest, each)
        }
      },
      () => {
        if (entries.get(key) === entry) drop(key, entry)
      },
    )
    return body
  }

  function drop(key: string, entry: Entry): void {
    entries.delete(key)
    bytes -= entry.bytes
  }

  async function bodyOf(key: string, entry: Entry, wanted: Encoding): Promise<{ body: Buffer; encoding: Encoding }> {
    const plain = await entry.bodies.get('identity')
    if (plain === undefined) throw new Error('the list has no body')
    if (wanted === 'identity' || plain.length < smallestBytes) return { body: plain, encoding: 'identity' }
    const made = entry.bodies.get(wanted) ?? keep(key, entry, wanted, compressors[wanted](plain))
    return { body: await made, encoding: wanted }
  }

  return {
    isKnown,
    async answer(request, reply, list) {
      if (isKnown(request, reply, list)) return reply.code(304).send()
      const { body, encoding } = await bodyOf(list.key, entryOf(list), encodingOf(request))
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.type('application/json; charset=utf-8').send(body)
    },
    async text(list) {
      const { body } = await bodyOf(list.key, entryOf(list), 'identity')
      return body.toString()
    },
  }
}

function isKnown(request: FastifyRequest, reply: FastifyReply, { key, state }: Pick<List, 'key' | 'state'>): boolean {
  const tag = tagOf(key, state)
  reply.header('etag', tag)
  // The browser caches for this tag only, and revalidates each time.
  reply.header('cache-control', 'private, no-cache')
  reply.header('vary', [reply.getHeader('vary'), 'Authorization', 'Accept-Encoding'].filter(Boolean).join(', '))
  return holds(request.headers['if-none-match'], tag)
}

/** Weak tag: differently compressed answers are the same list. A caller cannot compute the tag of another key. */
function tagOf(key: string, state: string): string {
  return `W/"${createHash('sha256').update(`${key}\n${state}`).digest('base64url').slice(0, 27)}"`
}

function holds(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some((each) => each.trim() === tag || `W/${each.trim()}` === tag) ?? false
}

import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BuiltVersion } from '../../contract/wire/version.ts'
import { type ContentSecurity, contentSecurity } from './content-security.ts'
import { hasXsrfCookie, setXsrfCookie } from './cross-site-request.ts'
import { sendRefusal } from './error-answers.ts'
import { type WholePage, withFirstPaint } from './first-paint.ts'
import { Refusal } from './refusal.ts'

const noncePlaceholder = /__CSP_NONCE__/g

export type PanelOptions = { panelDir: string | undefined; config: Record<string, unknown>; version: string }

/** The built page, and the page with inlined files for a browser with an empty cache. */
type Page = { built: string; whole: WholePage }

/** Serves the built panel (contract "Static"): assets cached for a year, a new nonce and XSRF cookie with every page. */
export async function servePanel(app: FastifyInstance, { panelDir, config, version }: PanelOptions): Promise<void> {
  const policy = contentSecurity(config)

  app.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-store').send(config))
  app.get('/version.json', async (_request, reply) => {
    const built = await readText(panelDir, 'version.json')
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    return built ?? JSON.stringify({ version, commit: null } satisfies BuiltVersion)
  })
  const page = pageIn(panelDir)
  for (const path of ['/', '/index.html']) app.get(path, (request, reply) => sendPage(request, reply, page, policy))
  app.setNotFoundHandler((request, reply) =>
    isOfPanel(request) ? sendPage(request, reply, page, policy) : sendRefusal(reply, new Refusal(404)),
  )

  if (panelDir === undefined || !existsSync(panelDir)) return
  await app.register(fastifyStatic, {
    root: panelDir,
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(panelDir, 'assets'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('content-security-policy', policy({ host: reply.request.host }))
    },
  })
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  readPage: () => Promise<Page | undefined>,
  policy: ContentSecurity,
): Promise<FastifyReply> {
  const read = await readPage()
  if (read === undefined)
    return sendRefusal(reply, new Refusal(404, { message: 'O painel ainda não foi construído (npm run build).' }))
  const nonce = randomBytes(16).toString('base64')
  // A returning browser has the files in its cache.
  const { html, scripts } = hasXsrfCookie(request) ? { html: read.built, scripts: [] } : read.whole
  const page = compressed(html.replace(noncePlaceholder, nonce), request.headers['accept-encoding'])
  setXsrfCookie(request, reply)
  if (page.encoding !== undefined) reply.header('content-encoding', page.encoding)
  return reply
    .headers({
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Cookie',
      'content-security-policy': policy({ host: request.host, nonce, scripts }),
    })
    .type('text/html; charset=utf-8')
    .send(page.body)
}

/** Returns the page from memory: file reads would wait behind password hashes (OPS-4). Reloads after a new build. */
function pageIn(panelDir: string | undefined): () => Promise<Page | undefined> {
  let known: { builtMs: number; page: Promise<Page | undefined> } | undefined
  return async () => {
    if (panelDir === undefined) return undefined
    const builtMs = statSync(join(panelDir, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
    if (builtMs === undefined) return undefined
    if (known?.builtMs !== builtMs) known = { builtMs, page: readPage(panelDir) }
    return known.page
  }
}

async function readPage(panelDir: string): Promise<Page | undefined> {
  const built = await readText(panelDir, 'index.html')
  if (built === undefined) return undefined
  return { built, whole: await withFirstPaint(built, (path) => readText(panelDir, path)) }
}

/** Paths outside of the panel: routes with an answer of their own, and files. */
const elsewhere = /^\/(?:rest|device-control|assets|socket\.io|docs)(?:[/?]|$)|\.json(?:\?|$)/
const file = /\.[^/.]*(?:\?|$)/

/** Accepts any path of the panel, also from a monitor; a path like a missing file only if a browser opens it as a page. */
function isOfPanel({ method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || elsewhere.test(url)) return false
  return (headers.accept ?? '').includes('text/html') || !file.test(url)
}

/**
 * Option `rewriteUrl` of Fastify. If the router would refuse the path of a page, the server sends the panel, which
 * shows that the page does not exist.
 */
export function routedUrl(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): string {
  const { url = '/' } = request
  return isOfPanel(request) && (url.startsWith('//') || !isDecodable(url)) ? '/' : url
}

function isDecodable(url: string): boolean {
  try {
    decodeURI(url)
    return true
  } catch {
    return false
  }
}

/** Compresses on this thread, not in the thread pool: the text is small. */
function compressed(text: string, accepted = ''): { body: string | Buffer; encoding?: string } {
  if (/\bbr\b/.test(accepted))
    return { body: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), encoding: 'br' }
  if (/\bgzip\b/.test(accepted)) return { body: gzipSync(text), encoding: 'gzip' }
  return { body: text }
}

async function readText(directory: string | undefined, name: string): Promise<string | undefined> {
  if (directory === undefined) return undefined
  return readFile(join(directory, name), 'utf8').catch(() => undefined)
}

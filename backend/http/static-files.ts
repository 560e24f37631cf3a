import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ContentSecurity, contentSecurity } from './content-security.ts'
import { setXsrfCookie } from './cross-site-request.ts'
import { sendRefusal } from './error-answers.ts'
import { Refusal } from './refusal.ts'

const noncePlaceholder = /__CSP_NONCE__/g

export type PanelOptions = { panelDir: string | undefined; config: Record<string, unknown>; version: string }

/** Serves the built panel as contract "Static" says: assets for a year, a fresh nonce and XSRF cookie with every page. */
export async function servePanel(app: FastifyInstance, { panelDir, config, version }: PanelOptions): Promise<void> {
  const policy = contentSecurity(config)

  app.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-store').send(config))
  app.get('/version.json', async (_request, reply) => {
    const built = await readText(panelDir, 'version.json')
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    return built ?? JSON.stringify({ version })
  })
  for (const path of ['/', '/index.html']) app.get(path, (request, reply) => sendPage(request, reply, panelDir, policy))
  app.setNotFoundHandler((request, reply) =>
    isNavigation(request) ? sendPage(request, reply, panelDir, policy) : sendRefusal(reply, new Refusal(404)),
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
  panelDir: string | undefined,
  policy: ContentSecurity,
): Promise<FastifyReply> {
  const template = await readText(panelDir, 'index.html')
  if (template === undefined)
    return sendRefusal(reply, new Refusal(404, { message: 'O painel ainda não foi construído (npm run build).' }))
  const nonce = randomBytes(16).toString('base64')
  const page = await compressed(template.replace(noncePlaceholder, nonce), request.headers['accept-encoding'])
  setXsrfCookie(request, reply)
  if (page.encoding !== undefined) reply.header('content-encoding', page.encoding)
  return reply
    .headers({
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      'content-security-policy': policy({ host: request.host, nonce }),
    })
    .type('text/html; charset=utf-8')
    .send(page.body)
}

/** A person opening an address of the panel, as opposed to a script asking for a file that is not there. */
function isNavigation(request: FastifyRequest): boolean {
  const wantsPage = (request.headers.accept ?? '').includes('text/html')
  return wantsPage && (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/assets/')
}

async function compressed(text: string, accepted = ''): Promise<{ body: string | Buffer; encoding?: string }> {
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
    return { body: await promisify(brotliCompress)(text, { params }), encoding: 'br' }
  }
  if (/\bgzip\b/.test(accepted)) return { body: await promisify(gzip)(text), encoding: 'gzip' }
  return { body: text }
}

async function readText(directory: string | undefined, name: string): Promise<string | undefined> {
  if (directory === undefined) return undefined
  return readFile(join(directory, name), 'utf8').catch(() => undefined)
}

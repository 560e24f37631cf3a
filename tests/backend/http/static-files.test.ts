import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { startTestBackend } from '../parts/embedded-backend.ts'

const script = 'console.log("painel")'.repeat(50)
const page = '<link nonce="__CSP_NONCE__"><meta nonce="__CSP_NONCE__"><p>Olá</p>'
const config = { apiUrl: 'https://api.exemplo.com.br/rest', socketUrl: 'http://10.0.0.5:9000', inspector: true }
let panelDir: string
let backend: Backend

beforeAll(async () => {
  panelDir = await mkdtemp(join(tmpdir(), 'guarita-panel-'))
  await mkdir(join(panelDir, 'assets'))
  await writeFile(join(panelDir, 'index.html'), page)
  await writeFile(join(panelDir, 'version.json'), '{"version":"1.2.3+abc"}')
  await writeFile(join(panelDir, 'icon.svg'), '<svg/>')
  await writeFile(join(panelDir, 'assets', 'index-abc.js'), script)
  await writeFile(join(panelDir, 'assets', 'index-abc.js.br'), brotliCompressSync(script))
  backend = await startTestBackend({
    seed: 'none',
    panelDir,
    config,
    corsOrigins: ['https://painel.exemplo.com.br'],
  })
})
afterAll(async () => {
  await backend.close()
  await rm(panelDir, { recursive: true })
})

const navigate = (path: string, headers: Record<string, string> = {}) =>
  fetch(backend.url + path, { headers: { accept: 'text/html,*/*', ...headers } })

/** Returns the bytes as they were sent; fetch would decompress them. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    request(backend.url + path, { headers }, async (response) => {
      resolve({ headers: response.headers, body: await buffer(response) })
    })
      .on('error', reject)
      .end()
  })
}

describe('the page', () => {
  it('is served for every address of the panel, with a new nonce each time', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/index.html', '/dashboard', '/devices/AGUAVIVA-01', '/pages/custompages/signin']) {
      const response = await navigate(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
      expect(await response.text()).toBe(`<link nonce="${nonce}"><meta nonce="${nonce}"><p>Olá</p>`)
      nonces.add(nonce ?? '')
    }
    expect(nonces.size).toBe(5)
  })

  it.each(['//dashboard', '/devices/%E0%A4%A', '/%', '/devices/%ff?a=%ff'])(
    'is also served at the unusual address %s (SHELL-1)',
    async (path) => {
      const response = await fetch(backend.url + path, { headers: { accept: 'text/html' } })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    },
  )

  it.each(['/rest/devices/%E0%A4%A', '//rest/auth/sessions'])('is not the answer to a program at %s', async (path) => {
    const response = await fetch(backend.url + path, { method: 'POST' })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.status).toBeGreaterThanOrEqual(400)
  })

  it('has blocking styles and scripts inline for a browser without the XSRF cookie, and links for a returning browser', async () => {
    const styles = '.a{content:"$&"}'
    const early = 'document.title="$1"'
    const linked = [
      '<link id="bootstrap" rel="stylesheet" href="/assets/a.css" data-ltr="/assets/a.css" blocking="render" nonce="__CSP_NONCE__">',
      '<link rel="stylesheet" crossorigin href="/assets/none.css">',
      '<script data-page="x" src="/assets/early.js" nonce="__CSP_NONCE__"></script>',
      '<script src="/assets/early.js" async data-notice="&lt;p&gt;"></script>',
      '<script type="module" src="/assets/early.js"></script>',
    ]
    const whole = [
      `<style id="bootstrap" href="/assets/a.css" data-ltr="/assets/a.css" nonce="__CSP_NONCE__">${styles}</style><link rel="stylesheet" href="/assets/a.css" type="text/plain">`,
      linked[1],
      `<script data-page="x" nonce="__CSP_NONCE__">${early}</script>`,
      ...linked.slice(3),
    ]
    const other = await mkdtemp(join(tmpdir(), 'guarita-panel-'))
    await mkdir(join(other, 'assets'))
    await writeFile(join(other, 'assets/a.css'), styles)
    await writeFile(join(other, 'assets/early.js'), early)
    await writeFile(join(other, 'index.html'), linked.join('\n'))
    const server = await startTestBackend({ seed: 'none', panelDir: other })
    const seen = async (cookie: string) => {
      const response = await fetch(`${server.url}/login`, { headers: { accept: 'text/html', cookie } })
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
      return { scripts, html: (await response.text()).replaceAll(nonce, '__CSP_NONCE__') }
    }
    const hash = createHash('sha256').update(early).digest('base64')
    expect(await seen('')).toEqual({ scripts: `'self' 'sha256-${hash}'`, html: whole.join('\n') })
    expect(await seen(`XSRF-TOKEN=${'a'.repeat(43)}`)).toEqual({ scripts: "'self'", html: linked.join('\n') })
    await writeFile(join(other, 'assets/early.js'), 'a="</script>"')
    await utimes(join(other, 'index.html'), new Date(), new Date(Date.now() + 5_000))
    expect((await seen('')).html).toContain(linked[2])
    await server.close()
    await rm(other, { recursive: true })
  })

  it('carries a policy that allows the configured addresses and nothing unsafe', async () => {
    const policy = (await navigate('/')).headers.get('content-security-policy') ?? ''
    const directives = Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]))
    expect(policy).not.toContain('unsafe')
    expect(directives['default-src']).toEqual(["'self'"])
    expect(directives['script-src']).toEqual(["'self'"])
    expect(directives['frame-ancestors']).toEqual(["'none'"])
    expect(directives['connect-src']).toEqual([
      "'self'",
      `ws://127.0.0.1:${backend.port}`,
      `wss://127.0.0.1:${backend.port}`,
      'https://api.exemplo.com.br',
      'wss://api.exemplo.com.br',
      'http://10.0.0.5:9000',
      'ws://10.0.0.5:9000',
    ])
  })

  it('has the usual security headers, and no HSTS over plain http', async () => {
    const { headers } = await navigate('/')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.has('strict-transport-security')).toBe(false)
  })

  it('sets a readable XSRF cookie, and keeps a valid one that the browser already has', async () => {
    const cookie = (await navigate('/')).headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Strict$/)
    const again = await navigate('/', { cookie: cookie.split(';')[0] ?? '' })
    expect(again.headers.has('set-cookie')).toBe(false)
    expect((await navigate('/', { cookie: 'XSRF-TOKEN=curto' })).headers.has('set-cookie')).toBe(true)
  })

  it('is sent compressed if the browser accepts it', async () => {
    const brotli = await raw('/', { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body).toString()).toContain('Olá')
    const gzip = await raw('/', { 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toContain('Olá')
    expect((await raw('/', {})).headers['content-encoding']).toBeUndefined()
  })

  it.each(['*/*', 'application/json', ''])(
    'is sent to a monitor that accepts %j, at an address of the panel',
    async (accept) => {
      for (const path of ['/login', '/devices/AGUAVIVA-01?aba=eventos', '/nada/disso']) {
        const { body, headers } = await raw(path, { accept })
        expect([body.toString(), headers['content-type']]).toEqual([
          expect.stringContaining('Olá'),
          expect.stringContaining('html'),
        ])
      }
      expect((await fetch(`${backend.url}/login`, { method: 'HEAD' })).status).toBe(200)
      expect((await fetch(`${backend.url}/login`, { method: 'POST' })).status).toBe(404)
    },
  )

  it.each(['/gone.json', '/a/b.json?c', '/socket.io', '/assets', '/assets/x', '/device-control/nada', '/rest'])(
    'is not sent at %s',
    async (path) => {
      for (const accept of ['*/*', 'text/html']) {
        const { status, headers } = await fetch(backend.url + path, { headers: { accept } })
        expect(status).toBeGreaterThanOrEqual(400)
        expect(headers.get('content-type')).toContain('json')
      }
    },
  )

  it('comes from the new build as soon as the build is there', async () => {
    await navigate('/')
    await writeFile(join(panelDir, 'index.html'), '<p nonce="__CSP_NONCE__">Olá de novo</p>')
    await utimes(join(panelDir, 'index.html'), 1, 1)
    expect(await (await navigate('/')).text()).toContain('Olá de novo')
    await writeFile(join(panelDir, 'index.html'), page)
  })

  it('is not sent to a script that asks for a missing file', async () => {
    expect((await fetch(`${backend.url}/gone.js`, { headers: { accept: '*/*' } })).status).toBe(404)
    expect((await navigate('/assets/gone-123.js')).status).toBe(404)
    expect((await navigate('/rest/nada')).status).toBe(401)
  })
})

describe('files', () => {
  it('under assets are precompressed and cached for a year', async () => {
    const { headers, body } = await raw('/assets/index-abc.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBe('br')
    expect(headers['content-type']).toContain('javascript')
    expect(brotliDecompressSync(body).toString()).toBe(script)
    expect((await raw('/assets/index-abc.js', {})).body.toString()).toBe(script)
  })

  it('without a hash in their name are revalidated', async () => {
    expect((await fetch(`${backend.url}/icon.svg`)).headers.get('cache-control')).toBe('no-cache')
  })

  it("outside the panel's directory can't be read", async () => {
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])
      expect((await raw(path, {})).body.toString()).not.toContain('"dependencies"')
  })

  it('version.json and config.json are never cached (CFG-1, VER-1)', async () => {
    const [version, served] = await Promise.all(
      ['/version.json', '/config.json'].map((path) => fetch(backend.url + path)),
    )
    expect(version?.headers.get('cache-control')).toBe('no-store')
    expect(await version?.json()).toEqual({ version: '1.2.3+abc' })
    expect(served?.headers.get('cache-control')).toBe('no-store')
    expect(await served?.json()).toEqual(config)
  })
})

describe('a call from another origin', () => {
  const preflight = (origin: string) =>
    fetch(`${backend.url}/rest/condominium`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })

  it('is allowed from a configured origin, with the headers that the panel sends and reads', async () => {
    const response = await preflight('https://painel.exemplo.com.br')
    expect(response.status).toBe(204)
    expect(response.headers.get('vary')).toContain('Origin')
    expect(response.headers.get('access-control-max-age')).toBe('600')
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE')
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://painel.exemplo.com.br')
    for (const header of ['Authorization', 'Idempotency-Key', 'If-Match', 'X-XSRF-TOKEN'])
      expect(response.headers.get('access-control-allow-headers')).toContain(header)
    const refused = await fetch(`${backend.url}/rest/condominium`, {
      headers: { origin: 'https://painel.exemplo.com.br' },
    })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://painel.exemplo.com.br')
    expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After, ETag, Date')
  })

  it('is not allowed from another origin', async () => {
    const response = await preflight('https://alheio.exemplo.com.br')
    expect(response.status).toBe(401)
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
    expect(response.headers.has('access-control-allow-methods')).toBe(false)
    expect(response.headers.get('vary')).toContain('Origin')
  })
})

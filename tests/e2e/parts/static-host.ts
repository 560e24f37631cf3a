import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const distDir = join(import.meta.dirname, '../../../dist')
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

export interface StaticHost {
  url: string
  /** Replaces `/config.json`. */
  configure(config: object): void
  close(): Promise<void>
}

/** Plain host of the built panel as docs/configuration.md describes: files, the page for all other addresses, and the headers. */
export async function startStaticHost(connectTo: readonly string[], port = 0): Promise<StaticHost> {
  let config = '{}'
  const policy = [
    "default-src 'self'",
    `connect-src 'self' ${connectTo.flatMap((url) => [url, url.replace('http', 'ws')]).join(' ')}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const type = types[extname(path)]
    response.setHeader('content-security-policy', policy)
    if (path.endsWith('.json')) {
      const body = path === '/config.json' ? config : await readFile(join(distDir, path), 'utf8')
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body)
    } else if (type !== undefined) {
      response.writeHead(200, { 'content-type': type }).end(await readFile(join(distDir, path)))
    } else {
      response
        .writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-cache' })
        .end(await readFile(join(distDir, 'index.html')))
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://localhost:${address.port}`,
    configure: (next) => {
      config = JSON.stringify(next)
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'

/**
 * Mode of a front: forwards, refuses connections, accepts without an answer, or answers 503 like a proxy without its
 * server.
 */
type Mode = 'open' | 'refusing' | 'hanging' | 'unavailable'

/**
 * HTTP proxy before the backend, with its own address, which can simulate a server that does not answer or was updated.
 */
export interface Front {
  url: string
  setMode(mode: Mode): Promise<void>
  /** Serves the panel as a later version, which differs only in the version number. */
  update(version: string): void
  /** Number of requests for a path of the server. */
  asked(path: string): number
  /** Number of requests for the page itself. */
  pagesAsked(): number
  close(): Promise<void>
}

export async function startFront(backendUrl: string): Promise<Front> {
  const { version: built } = await (await fetch(`${backendUrl}/version.json`)).json()
  const { port: target } = new URL(backendUrl)
  const open = new Set<Socket>()
  let mode: Mode = 'open'
  let version: string = built
  let pages = 0
  const paths: (string | undefined)[] = []
  const handOn = (asked: IncomingMessage, answer: ServerResponse) => {
    paths.push(asked.url)
    if (mode === 'hanging') return
    if (mode === 'unavailable') {
      answer.writeHead(503).end()
      return
    }
    if (asked.headers['sec-fetch-mode'] === 'navigate') pages += 1
    const { url: path, method, headers } = asked
    const isOfVersion = version !== built && (path === '/version.json' || path === '/shell-worker.js')
    const onward = request(
      { port: target, path, method, headers: isOfVersion ? { host: headers.host } : headers },
      async (incoming) => {
        if (!isOfVersion) {
          incoming.pipe(answer.writeHead(incoming.statusCode ?? 500, incoming.headers))
          return
        }
        const { 'content-length': _, ...kept } = incoming.headers
        const text = Buffer.concat(await incoming.toArray()).toString()
        answer.writeHead(incoming.statusCode ?? 500, kept).end(text.replaceAll(built, version))
      },
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }
  const server = createServer(handOn).on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.on('upgrade', ({ method, url: path, rawHeaders }, near: Socket) => {
    if (mode !== 'open') return
    const far = connect(Number(target), '127.0.0.1', () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}` : []))
      far.write(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
      near.pipe(far).pipe(near)
    })
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
    })
  return {
    url: `http://localhost:${address.port}`,
    async setMode(next) {
      const wasRefusing = mode === 'refusing'
      mode = next
      for (const socket of open) socket.destroy()
      if (next === 'refusing' && !wasRefusing) await close()
      if (next !== 'refusing' && wasRefusing) await listen(address.port)
    },
    update(next) {
      version = next
    },
    asked: (path) => paths.filter((each) => each === path).length,
    pagesAsked: () => pages,
    close: () => (mode === 'refusing' ? Promise.resolve() : close()),
  }
}

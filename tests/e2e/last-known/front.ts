import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'

/** How a front stands: it hands on, refuses every connection, takes all and answers none, or is a proxy with nobody behind it. */
type Standing = 'open' | 'refusing' | 'hanging' | 'unavailable'

/** Stands before the backend at an address of its own, and can be as a server is that does not answer, or that was updated. */
export interface Front {
  url: string
  stand(deviceStatus: Standing): Promise<void>
  /** From now on it serves the panel as a later version, which differs in nothing but its name. */
  update(version: string): void
  /** How often the page itself was asked for. */
  pagesAsked(): number
  close(): Promise<void>
}

export async function startFront(backendUrl: string): Promise<Front> {
  const { version: built } = await (await fetch(`${backendUrl}/version.json`)).json()
  const { port: target } = new URL(backendUrl)
  const open = new Set<Socket>()
  let deviceStatus: Standing = 'open'
  let version: string = built
  let pages = 0
  const handOn = (asked: IncomingMessage, answer: ServerResponse) => {
    if (deviceStatus === 'hanging') return
    if (deviceStatus === 'unavailable') {
      answer.writeHead(503).end()
      return
    }
    if (asked.headers['sec-fetch-mode'] === 'navigate') pages += 1
    const { url: path, method, headers } = asked
    const isOfVersion = version !== built && (path === '/version.json' || path === '/shell-worker.js')
    const onward = request(
      { port: target, path, method, headers: isOfVersion ? { host: headers.host } : headers },
      async (told) => {
        if (!isOfVersion) {
          told.pipe(answer.writeHead(told.statusCode ?? 500, told.headers))
          return
        }
        const { 'content-length': _, ...kept } = told.headers
        const text = Buffer.concat(await told.toArray()).toString()
        answer.writeHead(told.statusCode ?? 500, kept).end(text.replaceAll(built, version))
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
    if (deviceStatus !== 'open') return
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
    async stand(next) {
      const wasRefusing = deviceStatus === 'refusing'
      deviceStatus = next
      for (const socket of open) socket.destroy()
      if (next === 'refusing' && !wasRefusing) await close()
      if (next !== 'refusing' && wasRefusing) await listen(address.port)
    },
    update(next) {
      version = next
    },
    pagesAsked: () => pages,
    close: () => (deviceStatus === 'refusing' ? Promise.resolve() : close()),
  }
}

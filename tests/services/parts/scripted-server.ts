import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface ScriptedServer {
  url: string
  /** Requests in the order of their arrival. */
  seen: SeenRequest[]
  /** Answers the following requests; the default is `{}` with 200. */
  answer(script: (request: SeenRequest, response: ServerResponse) => void): void
  close(): Promise<void>
}

/** A real HTTP server that misbehaves on request, with answers that a correct backend never gives. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const seen: SeenRequest[] = []
  let script = (_: SeenRequest, response: ServerResponse): void => json(response, 200, {})
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body }
    seen.push(request)
    script(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    answer: (next) => {
      script = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>Portal de visitantes</body></html>')
}

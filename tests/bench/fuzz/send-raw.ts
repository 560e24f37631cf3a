import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FuzzedRequest } from './fuzzed-requests.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends the request unchanged. Status 0: the server ended the connection, or Node.js refused to send the request. */
export function sendRaw(
  url: string,
  { method, path, headers, body }: FuzzedRequest,
  token: string | undefined,
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, body: '' })
    try {
      const call = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
            ...headers,
          },
        },
        (response) => text(response).then((said) => resolve({ status: response.statusCode ?? 0, body: said }), failed),
      )
      call.on('error', failed)
      call.end(body)
    } catch {
      failed()
    }
  })
}

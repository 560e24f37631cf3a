import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cepLookup } from '../../../backend/cep/cep-lookup.ts'
import { postTo, WrongAnchor } from '../../../backend/evidence/anchors.ts'
import { callService, connectTo } from '../../../backend/network/outgoing-calls.ts'

let server: Server
let port: number
let requests: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url === '/moved') response.writeHead(302, { location: '/secret' })
    response.end('olá')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const get = (url: string) => callService(url, { method: 'GET', headers: {}, timeoutMs: 5_000 })

/** Resolves to 'connected', or to the message of the error. */
async function outcomeOf(ip: string): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = connectTo({ ip, port }, 'device')
      socket.once('connect', () => resolve('connected')).once('error', ({ message }) => resolve(message))
      socket.once('connect', () => socket.destroy())
    } catch (error) {
      resolve(String(error))
    }
  })
}

describe('a connection to a device (OPS-4)', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    'localhost',
    'localhost.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '0.0.0.0',
    '0',
    '100.100.100.200',
  ])('is not opened to %s, in the form in which the system would resolve it', async (ip) => {
    expect(await outcomeOf(ip)).toMatch(/the server does not connect to |ENOTFOUND/)
  })
})

describe('a call to a service', () => {
  it('reaches a service that the operator configured at loopback, and follows no redirect', async () => {
    requests = []
    const { status, body } = await get(`http://localhost:${port}/moved`)
    expect([status, await text(body), requests]).toEqual([302, 'olá', ['/moved']])
  })

  it.each(['169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:a9fe:a9fe]', '[fd00:ec2::254]', '0.0.0.0', '[::]'])(
    'is refused for %s',
    async (host) => {
      await expect(get(`http://${host}:${port}/`)).rejects.toThrow('the server does not connect to')
    },
  )
})

it('an anchor with a metadata address is an operator error, and a CEP service with a metadata address fails', async () => {
  await expect(postTo('http://169.254.169.254/latest', 'application/json', '{}')).rejects.toThrow(WrongAnchor)
  await expect(cepLookup('http://100.100.100.200')('01310100')).rejects.toThrow('the server does not connect to')
})

it('every outgoing connection of the server goes through one module, except to its own command door', () => {
  const outgoing =
    /\bfetch\(|import \{[^}]*\b(?:connect|createConnection|Socket|request|get|Agent)\b[^}]*\} from 'node:(?:net|tls|http|https|http2|dgram)'/
  const typesOnly = /import type [^\n]+|\btype \w+,?/g
  const files = globSync('backend/**/*.ts').filter((file) =>
    outgoing.test(readFileSync(file, 'utf8').replace(typesOnly, '')),
  )
  expect(files.sort()).toEqual(['backend/local-commands/run-command.ts', 'backend/network/outgoing-calls.ts'])
})

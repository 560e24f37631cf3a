import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityHeaders } from '../../../backend/http/security-headers.ts'
import type { Backend } from '../../../backend/server.ts'
import { startTestBackend } from '../parts/embedded-backend.ts'

let panelDir: string
let direct: Backend
let behindProxy: Backend

beforeAll(async () => {
  panelDir = await mkdtemp(join(tmpdir(), 'guarita-panel-'))
  await writeFile(join(panelDir, 'index.html'), '<p>Olá</p>')
  await writeFile(join(panelDir, 'icon.svg'), '<svg/>')
  direct = await startTestBackend({ seed: 'none', panelDir })
  behindProxy = await startTestBackend({ seed: 'none', panelDir, trustedProxies: ['loopback'] })
})
afterAll(async () => {
  await direct.close()
  await behindProxy.close()
  await rm(panelDir, { recursive: true })
})

/** Pages and files have policies of their own. */
const policy = 'content-security-policy'
const polling = '/socket.io/?EIO=4&transport=polling'
const requests: Readonly<Record<string, string[]>> = {
  'a page': ['GET / HTTP/1.1', 'Host: a'],
  'a file': ['GET /icon.svg HTTP/1.1', 'Host: a'],
  'a missing file': ['GET /gone.js HTTP/1.1', 'Host: a'],
  'a probe': ['GET /livez HTTP/1.1', 'Host: a'],
  'a route without a token': ['GET /rest/condominium HTTP/1.1', 'Host: a'],
  'a polling socket': [`GET ${polling} HTTP/1.1`, 'Host: a'],
  'an unknown polling socket': [`GET ${polling}&sid=none HTTP/1.1`, 'Host: a'],
  'an undecodable address': ['GET /%ff HTTP/1.1', 'Host: a'],
  'a request that is no HTTP': ['GET /', 'Host: a'],
}

/** Sends the lines, and resolves to the whole answer as text. */
async function answerTo({ port }: Backend, lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  return text(socket)
}

const statusOf = (answer: string) => Number(answer.split(' ')[1])

describe('the headers of every answer', () => {
  it.each(Object.entries(requests))('the answer to %s has each security header once', async (_, lines) => {
    const answer = (await answerTo(direct, lines)).toLowerCase()
    for (const [name, value] of Object.entries(securityHeaders))
      expect(answer.split(`\r\n${name}: ${name === policy ? '' : `${value.toLowerCase()}\r\n`}`)).toHaveLength(2)
    expect(answer).toMatch(/\r\ncontent-security-policy: [^\r]*frame-ancestors 'none'/)
    expect(answer).not.toContain('strict-transport-security')
  })

  it.each(['a page', 'a file', 'a route without a token', 'a polling socket'])(
    'the answer to %s has Strict-Transport-Security only if a trusted proxy received the request by https',
    async (name) => {
      const hasHsts = async (backend: Backend, protocol: string) => {
        const answer = await answerTo(backend, [...(requests[name] ?? []), `X-Forwarded-Proto: ${protocol}`])
        return answer.toLowerCase().includes('\r\nstrict-transport-security: max-age=31536000\r\n')
      }
      expect(await hasHsts(behindProxy, 'https')).toBe(true)
      expect(await hasHsts(behindProxy, 'https, http')).toBe(false)
      expect(await hasHsts(behindProxy, 'http')).toBe(false)
      expect(await hasHsts(direct, 'https')).toBe(false)
    },
  )
})

describe('a header that decides about access', () => {
  it.each([
    ['Host: b'],
    ['Authorization: Bearer x', 'Authorization: Bearer y'],
    ['Content-Type: application/json', 'Content-Type: text/plain'],
    ['Origin: https://a.example', 'Origin: https://b.example'],
    ['X-XSRF-TOKEN: a', 'X-XSRF-TOKEN: b'],
    ['Idempotency-Key: a', 'Idempotency-Key: b'],
    ['If-Match: "1"', 'If-Match: "2"'],
  ])('the server refuses a request that repeats the header: %s %s', async (...more) => {
    for (const [path, status] of [
      ['/', 400],
      ['/rest/condominium', 400],
      [polling, 403],
    ] as const)
      expect(statusOf(await answerTo(direct, [`GET ${path} HTTP/1.1`, 'Host: a', ...more]))).toBe(status)
  })

  it('the server accepts repeated headers of proxies', async () => {
    const twice = ['X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 192.0.2.2']
    expect(statusOf(await answerTo(behindProxy, ['GET / HTTP/1.1', 'Host: a', ...twice]))).toBe(200)
  })
})

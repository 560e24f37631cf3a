import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createDeviceLines, type DevicePart } from '../../../src/services/devices/device-lines.ts'
import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { createHttpClient } from '../../../src/services/http/http-client.ts'
import { recordingLog } from '../parts/recording-log.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const deviceOf = (wordCode: string) => ({
  wordCode,
  name: 'Portão',
  model: 'iDFace',
  ip: '10.0.0.7',
  port: 9001,
  condominiumId: 'c1',
  active: true,
  status: 'online',
  lastContactAt: null,
  latencyMs: null,
})
const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => deviceOf(`D-${from + n}`))

/** Devices received from a server with this answer, and the result. */
async function taking(answer: RequestListener, leaveAfter = Number.POSITIVE_INFINITY, timeoutMs = 5_000) {
  server = createServer(answer)
  const url = await new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`)),
  )
  const authorization = createAuthorization()
  authorization.grant('token-1')
  const http = createHttpClient({
    baseUrl: url,
    authorization,
    xsrfToken: () => undefined,
    pageUrl: url,
    onUnauthorized: () => {},
  })
  const leaving = new AbortController()
  const parts: DevicePart[] = []
  const end = createDeviceLines(http, recordingLog(), { timeoutMs })(
    'A 1',
    (part) => {
      parts.push(part)
      if (parts.length === leaveAfter) leaving.abort(new Error('left'))
    },
    leaving.signal,
  )
  const how = await end.then(
    ({ kind }) => kind,
    (error: Error) => error.message,
  )
  return { how, parts, count: parts.reduce((sum, { devices }) => sum + devices.length, 0) }
}

const lines = { 'content-type': 'application/x-ndjson; charset=utf-8' }
const line = (result: unknown[], nextCursor: string | null) => `${JSON.stringify({ result, nextCursor })}\n`

/** All tests below cover DEV-6, SCA-4. */
test('lines are processed as they arrive, cut at any byte, in short steps', async () => {
  let asked = ''
  const { how, parts, count } = await taking((request, response) => {
    asked = `${request.url} ${request.headers.accept}`
    const body = Buffer.from(line(many(0, 100), 'D-99') + line(many(100, 600), null))
    response.writeHead(200, lines)
    // Cuts in the middle of a line, and of a character.
    const middle = body.indexOf('ã', body.length / 2) + 1
    response.write(body.subarray(0, middle))
    setImmediate(() => response.end(body.subarray(middle)))
  })
  expect(asked).toBe('/device?cursor=A+1 application/x-ndjson, application/json;q=0.9')
  expect([how, count]).toEqual(['answered', 700])
  expect(parts.map(({ devices, nextCursor }) => [devices.length, nextCursor])).toEqual([
    [100, 'D-99'],
    [250, undefined],
    [250, undefined],
    [100, null],
  ])
})

test('a server that only supports pages answers with a page', async () => {
  const { how, parts } = await taking((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ result: many(0, 3), nextCursor: 'D-2' }, null, 2)),
  )
  expect([how, parts.map(({ devices, nextCursor }) => [devices.length, nextCursor])]).toEqual([
    'answered',
    [[3, 'D-2']],
  ])
})

test('an empty list is a valid list', async () => {
  const { how, parts } = await taking((_, response) => response.writeHead(200, lines).end(line([], null)))
  expect([how, parts]).toEqual(['answered', [{ devices: [], nextCursor: null }]])
})

test('after a broken connection, the complete lines count', async () => {
  const { how, count } = await taking((_, response) => {
    response.writeHead(200, lines)
    response.write(`${line(many(0, 2), 'D-1')}{"result":[{"wordCo`)
    setTimeout(() => response.destroy(), 50)
  })
  expect([how, count]).toEqual(['failed', 2])
})

test('an invalid device is dropped, and an invalid line ends the answer', async () => {
  const { how, count } = await taking((_, response) =>
    response.writeHead(200, lines).end(`${line([deviceOf('A'), { wordCode: 7 }, deviceOf('B')], 'B')}<html>\n`),
  )
  expect([how, count]).toEqual(['rejected', 2])
})

test("a refusal is reported with the server's text", async () => {
  const refused = (status: number) => (_: unknown, response: Parameters<RequestListener>[1]) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":true,"message":"Não."}')
  expect((await taking(refused(403))).how).toBe('rejected')
  expect((await taking(refused(503))).how).toBe('failed')
  expect((await taking(refused(401))).how).toBe('unauthorized')
})

test('silence within an answer ends by time-out, and a cancelled caller gets no more devices', async () => {
  const silent: RequestListener = (_, response) => {
    response.writeHead(200, lines)
    response.write(line(many(0, 400), 'D-399'))
  }
  expect((await taking(silent, undefined, 200)).how).toBe('failed')
  const left = await taking(silent, 1)
  expect([left.how, left.count]).toEqual(['left', 250])
})

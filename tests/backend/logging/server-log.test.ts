import { afterEach, expect, it } from 'vitest'
import { usualLimits } from '../../../backend/http/connection-limits.ts'
import { emptyApplication } from '../../../backend/http-application.ts'
import { type LogOptions, logConsole } from '../../../backend/logging/server-log.ts'
import type { Backend } from '../../../backend/server.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend | undefined
let lines: string[] = []
afterEach(async () => {
  await backend?.close()
  backend = undefined
  lines = []
})

function to(level: LogOptions['level'], format: LogOptions['format']): LogOptions {
  return { level, format, write: (line) => lines.push(line) }
}

it('the server logs each answer as a line of JSON with its route, without the requested address and query (OPS-2)', async () => {
  backend = await startTestBackend({ log: to('info', 'json') })
  const admin = await signIn(backend, 'admin')
  lines = []
  await (await admin.call('/rest/condominium/by-id/condominio-01?cep=123')).arrayBuffer()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      route: '/rest/condominium/by-id/:id',
      status: 200,
      ms: expect.any(Number),
      ip: '127.0.0.1',
      userId: admin.user.userId,
      msg: 'answered',
    },
  ])
  expect(lines.join('')).not.toContain(admin.token)
})

it('the server writes sentences at a terminal, and still one line for each entry', () => {
  const { log } = emptyApplication(to('warn', 'text'), [], usualLimits)
  log.warn({ name: 'a\nb' }, 'linha\r\nforjada')
  expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d AVISO linha\\r\\nforjada name="a\\nb"\n$/)])
})

it('the server logs an error without the failed statement and its parameters', () => {
  const { log } = emptyApplication(to('warn', 'json'), [], usualLimits)
  const failed = Object.assign(new Error('duplicate key'), {
    code: '23505',
    params: ['scrypt$hash'],
    detail: 'Key (email)=(ana@x.y) already exists.',
  })
  log.error({ err: failed }, 'request failed')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { type: 'Error', message: 'duplicate key', code: '23505' } })
  expect(lines[0]).not.toMatch(/scrypt|ana@/)
})

it('the server writes console messages of libraries as lines of the log', () => {
  const { warn, error } = console
  try {
    logConsole(to('warn', 'json'))
    console.error('housekeeping failed:', 'calls', new Error('weg\nda'))
    console.warn('só isto')
  } finally {
    Object.assign(console, { warn, error })
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', msg: 'housekeeping failed: calls', err: { message: 'weg\nda' } },
    { level: 'warn', msg: 'só isto' },
  ])
  expect(lines.join('').match(/\n/g)).toHaveLength(2)
})

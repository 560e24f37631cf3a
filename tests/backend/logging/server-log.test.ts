import { afterEach, expect, it } from 'vitest'
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

it('tells each answer in a line of JSON, by its route and without what was asked for (OPS-2)', async () => {
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

it('reads as sentences at a terminal, and still takes one line for each thing', () => {
  const { log } = emptyApplication(to('warn', 'text'), [])
  log.warn({ name: 'a\nb' }, 'linha\r\nforjada')
  expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d AVISO linha\\r\\nforjada name="a\\nb"\n$/)])
})

it('tells an error without the statement that failed and what it carried', () => {
  const { log } = emptyApplication(to('warn', 'json'), [])
  const failed = Object.assign(new Error('duplicate key'), {
    code: '23505',
    params: ['scrypt$hash'],
    detail: 'Key (email)=(ana@x.y) already exists.',
  })
  log.error({ err: failed }, 'request failed')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { type: 'Error', message: 'duplicate key', code: '23505' } })
  expect(lines[0]).not.toMatch(/scrypt|ana@/)
})

it('makes lines of the log of what libraries say to the console', () => {
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

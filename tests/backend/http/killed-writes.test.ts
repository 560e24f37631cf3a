import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { valuesOf } from '../../../backend/database/row-values.ts'
import { endBackend, type LaunchedBackend, launchBackend } from '../../launched-backend.ts'
import { preparedDataDir } from '../../prepared-database.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

let dataDir: string
let killed: LaunchedBackend | undefined

beforeEach(async () => {
  dataDir = await preparedDataDir('demo')
})
afterEach(async () => {
  if (killed !== undefined) await endBackend(killed, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

it('writes that a killed server did not answer act once when they are sent again with their keys', async () => {
  const backend = await launchBackend(['--data', dataDir, '--port', '0'], {})
  killed = backend
  const admin = await signIn({ url: backend.url.replace('localhost', '127.0.0.1') }, 'admin')
  const { result } = await (await admin.call('/device-control/device?limit=12')).json()
  const wordCodes: string[] = result.map(({ wordCode }: { wordCode: string }) => wordCode)
  const writes = wordCodes.flatMap((wordCode) => [
    { path: `/rest/api/health/device/${wordCode}/reset`, key: `reset-${wordCode}`, body: { reason: wordCode } },
    { path: '/rest/wall-links', key: `link-${wordCode}`, body: { name: wordCode } },
  ])
  const post = (call: typeof admin.call, { path, key, body }: (typeof writes)[number]) =>
    call(path, { method: 'POST', headers: { 'idempotency-key': key }, body })
  const sent = writes.map((write) => post(admin.call, write))
  for (const each of sent) each.catch(() => {})
  // Some writes are answered, some stored but not answered, and some not begun.
  await Promise.any(sent.slice(6))
  await endBackend(backend, 'SIGKILL')

  const next = await startTestBackend({ dataDir })
  const call: typeof admin.call = (path, { method = 'GET', body, headers = {} } = {}) =>
    fetch(next.url + path, {
      method,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  for (const write of writes) expect((await post(call, write)).ok).toBe(true)
  const valuesIn = (sql: string) => valuesOf(next.database, sql, [], v.string())
  const expected = wordCodes.toSorted()
  expect(await valuesIn('select name from wall_links order by name collate "C"')).toEqual(expected)
  expect(
    await valuesIn('select word_code from evidence where kind = \'device.reset\' order by word_code collate "C"'),
  ).toEqual(expected)
  expect(await valuesIn("select kind from evidence where kind = 'wall'")).toHaveLength(expected.length)
  await next.close()
})

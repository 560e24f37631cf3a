import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linesOf } from '../../../backend/devices/device-routes.ts'
import type { Backend } from '../../../backend/server.ts'
import { devicePage } from '../../../contract/wire/answers/devices/devices.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn
let operator: SignedIn

beforeAll(async () => {
  const startedAt = Date.now()
  backend = await startTestBackend({ now: () => startedAt })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  await backend.database.execute(
    `insert into devices (word_code, condominium_id, name, model, ip, port, last_contact_at)
     select 'LINHA-' || lpad(n::text, 4, '0'), case when n % 2 = 0 then 'condominio-01' else 'condominio-09' end,
       'Portão "nextCursor":' || n, 'CA-200', '10.0.0.1', 80, '2026-03-02T09:02:30.120Z'
     from generate_series(1, 1200) as n`,
  )
})
afterAll(() => backend.close())

const path = '/device-control/device'
const accept = { accept: 'application/x-ndjson, application/json;q=0.9' }
const linesFrom = async (who: SignedIn, query = '', headers: Record<string, string> = accept) => {
  const answer = await who.call(`${path}${query}`, { headers })
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  const text = await answer.text()
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => v.parse(devicePage, JSON.parse(line)))
}
const codesIn = (pages: v.InferOutput<typeof devicePage>[]) =>
  pages.flatMap(({ result }) => result.map(({ wordCode }) => wordCode))

/** DEV-6, SCA-4: this test and the tests below. */
it('the stream of device lines sends all pages as lines, a small page first, with the content of the single pages', async () => {
  const lines = await linesFrom(admin, '?limit=500')
  expect(lines.map(({ result }) => result.length).slice(0, 3)).toEqual([100, 500, 500])
  expect(lines.map(({ nextCursor }) => nextCursor === null)).toEqual([...lines.slice(1).map(() => false), true])
  const all = codesIn(lines)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(1_200)
  const one = await (await admin.call(`${path}?limit=100`)).json()
  expect(lines[0]).toEqual(one)
  expect(lines.flatMap(({ result }) => result).find(({ wordCode }) => wordCode === 'LINHA-0002')).toMatchObject({
    name: 'Portão "nextCursor":2',
    lastContactAt: '2026-03-02T09:02:30.120Z',
  })
})

it('the stream of device lines continues after a cursor and has the filters of a single page', async () => {
  expect(codesIn(await linesFrom(admin, '?cursor=LINHA-1190&condominiumId=condominio-01'))).toEqual([
    'LINHA-1192',
    'LINHA-1194',
    'LINHA-1196',
    'LINHA-1198',
    'LINHA-1200',
  ])
})

it('the stream of device lines sends a person only devices of condominiums that the person may see', async () => {
  const own = await backend.database.query(
    "select condominium_id as id from user_condominiums where user_id = 'user-operador'",
    [],
    v.object({ id: v.string() }),
  )
  const seen = new Set((await linesFrom(operator)).flatMap(({ result }) => result.map((each) => each.condominiumId)))
  expect([...seen].every((id) => own.some((each) => each.id === id))).toBe(true)
  expect(seen).toContain('condominio-01')
})

it('the stream of device lines answers 304 to a caller who has the current lines, but not to one who has a single page', async () => {
  const tagOf = async (query: string, headers: Record<string, string>) => {
    const answer = await admin.call(`${path}${query}`, { headers })
    await answer.text()
    return answer.headers.get('etag') ?? ''
  }
  const tag = await tagOf('', accept)
  const again = (tag: string) => admin.call(`${path}`, { headers: { ...accept, 'if-none-match': tag } })
  expect((await again(tag)).status).toBe(304)
  expect(await tagOf('', {})).not.toBe(tag)
  await backend.database.execute("update devices set name = 'Outro' where word_code = 'LINHA-0001'")
  expect((await again(tag)).status).toBe(200)
})

it('the stream of device lines checks the session before each line', async () => {
  const other = await signIn(backend, 'admin')
  const answer = await other.call(`${path}?limit=1`, { headers: { ...accept, 'accept-encoding': 'identity' } })
  await other.call('/rest/auth/sign-out', { method: 'POST' })
  // The connection is cut, so that the caller can't take an incomplete list for a complete one.
  expect(
    await answer.text().then(
      ({ length }) => length,
      () => 'cut',
    ),
  ).toBe('cut')
})

it('the stream of device lines reads the next page only after the previous line was consumed', async () => {
  const asked: string[] = []
  const lines = linesOf('', 1_000, async (after, most) => {
    asked.push(`${after} ${most}`)
    return JSON.stringify({ result: [], nextCursor: asked.length < 3 ? `A${asked.length}` : null })
  })
  await lines.next()
  expect(asked).toEqual([' 100'])
  await lines.next()
  expect(asked).toEqual([' 100', 'A1 1000'])
  await lines.return(undefined)
  expect(asked).toHaveLength(2)
})

import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { parseLists } from '../../../src/services/http/answer-lists.ts'

const item = v.object({ id: v.number() })
const schema = v.object({ result: v.array(item), nextCursor: v.nullable(v.string()) })
const answer = (data: unknown) => ({ ok: true as const, data, headers: new Headers() })
const ids = (length: number) => Array.from({ length }, (_, id) => ({ id }))
const parts = () => ({ log: { info: vi.fn(), warn: vi.fn() }, call: 'GET /things' })
const failure = { ok: false, status: null, isUnexpected: true }

test('a long list is validated in parts, with time for the page between them', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await parseLists(answer({ result: ids(10_000), nextCursor: 'n' }), schema, parts())
  isOver = true
  expect(result).toMatchObject({ ok: true, data: { result: ids(10_000), nextCursor: 'n' } })
  expect(turns).toBeGreaterThan(10)
})

test('an answer that is a list itself is validated in parts', async () => {
  expect(await parseLists(answer(ids(501)), v.array(item), parts())).toMatchObject({ data: ids(501) })
})

test('an invalid item in any part makes the answer a failure, and is logged', async () => {
  const listParts = parts()
  expect(await parseLists(answer([...ids(501), { id: 'x' }]), v.array(item), listParts)).toMatchObject(failure)
  expect(listParts.log.warn.mock.calls.map(([message]) => message)).toEqual([
    'Resposta inesperada do servidor em GET /things.',
  ])
})

test('an answer without a list, or with another invalid field, is a failure', async () => {
  expect(await parseLists(answer({ result: 'none', nextCursor: null }), schema, parts())).toMatchObject(failure)
  expect(await parseLists(answer({ result: [], nextCursor: 7 }), schema, parts())).toMatchObject(failure)
  expect(await parseLists(answer({}), v.array(item), parts())).toMatchObject(failure)
})

test('a failed call and an ended session are returned unchanged', async () => {
  expect(await parseLists(undefined, schema, parts())).toBeUndefined()
  const refused = { ok: false as const, error: true as const, status: 403, data: null }
  expect(await parseLists(refused, schema, parts())).toBe(refused)
})

import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { parseLists } from '../../../src/services/http/answer-lists.ts'

const item = v.object({ id: v.number() })
const schema = v.object({ result: v.array(item), nextCursor: v.nullable(v.string()) })
const answer = (data: unknown) => ({ ok: true as const, data, headers: new Headers() })
const ids = (length: number) => Array.from({ length }, (_, id) => ({ id }))
const parts = () => ({ log: { info: vi.fn(), warn: vi.fn() }, call: 'GET /things' })

test('a long list keeps its valid items in order, logs the invalid items, and yields to the page (HTTP-7)', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const listParts = parts()
  const list = [...ids(9_999), { id: 'x' }, ...ids(1)]
  const result = await parseLists(answer({ result: list, nextCursor: 'n' }), schema, listParts)
  isOver = true
  expect(result).toMatchObject({ ok: true, data: { result: [...ids(9_999), { id: 0 }], nextCursor: 'n' } })
  expect(listParts.log.warn.mock.calls.map(([message]) => message)).toEqual(['Item inválido ignorado em GET /things.'])
  expect(turns).toBeGreaterThan(10)
})

test('an answer that is a list itself loses its invalid items', async () => {
  expect(await parseLists(answer([{ id: 1 }, null]), v.array(item), parts())).toMatchObject({ data: [{ id: 1 }] })
})

test('an answer without a list, or with another invalid field, is a failure', async () => {
  const failure = { ok: false, status: null, isUnexpected: true }
  expect(await parseLists(answer({ result: 'none', nextCursor: null }), schema, parts())).toMatchObject(failure)
  expect(await parseLists(answer({ result: [], nextCursor: 7 }), schema, parts())).toMatchObject(failure)
  expect(await parseLists(answer({}), v.array(item), parts())).toMatchObject(failure)
})

test('a failed call and an ended session are returned unchanged', async () => {
  expect(await parseLists(undefined, schema, parts())).toBeUndefined()
  const refused = { ok: false as const, error: true as const, status: 403, data: null }
  expect(await parseLists(refused, schema, parts())).toBe(refused)
})

import * as v from 'valibot'
import { expect, it, vi } from 'vitest'
import { parseLongList } from '../../../src/services/http/long-list.ts'

const log = { info: vi.fn(), warn: vi.fn() }
const item = v.object({ id: v.number() })
const told = { log, call: 'things', what: 'coisas' }
const answer = (data: unknown) => ({ ok: true as const, data, headers: new Headers() })
const ids = (length: number) => Array.from({ length }, (_, id) => ({ id }))

it('has every good item in its order, drops the others with a word, and lets the page have its turns (HTTP-7)', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await parseLongList(answer({ result: [...ids(9_999), { id: 'x' }, ...ids(1)] }), item, told)
  isOver = true
  expect(result).toMatchObject({ ok: true, data: [...ids(9_999), { id: 0 }] })
  expect(log.warn).toHaveBeenCalledTimes(1)
  expect(turns).toBeGreaterThan(10)
})

it('is a failure where there is no list, and what it was where there is no answer', async () => {
  expect(await parseLongList(answer({ result: 'none' }), item, told)).toMatchObject({ ok: false, status: null })
  expect(await parseLongList(undefined, item, told)).toBeUndefined()
  const refused = { ok: false as const, error: true as const, status: 403, data: null }
  expect(await parseLongList(refused, item, told)).toBe(refused)
})

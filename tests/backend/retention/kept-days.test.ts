import * as v from 'valibot'
import { expect, it } from 'vitest'
import { usualDays } from '../../../backend/database/table.ts'
import { keptDays } from '../../../backend/retention/kept-days.ts'

it.each([
  ['events=30, audit=4000', { ...usualDays, events: 30, audit: 4_000 }],
  ['', usualDays],
  ['tudo=1', undefined],
  ['events=0', undefined],
  ['events=muito', undefined],
])('keptDays parses or refuses %j', (text, expected) => {
  const parsed = v.safeParse(keptDays, text)
  expect(parsed.success ? parsed.output : undefined).toEqual(expected)
})

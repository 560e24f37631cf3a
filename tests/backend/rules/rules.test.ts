import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayBounds } from '../../../backend/rules/day-bounds.ts'
import { recordRules, rulesOf } from '../../../backend/rules/rules-records.ts'
import { mainCustomerId } from '../../../backend/seed/accounts.ts'
import type { Backend } from '../../../backend/server.ts'
import { ruleWords } from '../../../contract/rules/rule-words.ts'
import { ruleConstants } from '../../../contract/rules/rules.ts'
import type { RuleSet } from '../../../contract/wire/answers/rules.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

const customer = mainCustomerId
const start = Date.UTC(2026, 2, 1, 12)
const dayMs = 24 * 60 * 60_000
const build = { version: '0.3.0+d5971c10', commit: 'd5971c10' }
const own = rulesOf(build)

/** The rules of another build, with a longer pause and another chart. */
const others: RuleSet = {
  ...own,
  version: '0.4.0+0badcafe',
  commit: '0badcafe',
  hash: 'e'.repeat(64),
  charts: { ...own.charts, breaker: 'f'.repeat(64) },
  words: ruleWords({ ...ruleConstants, breaker: { ...ruleConstants.breaker, openTimeoutMs: 300_000 } }),
}

describe('the rules in force (EVI-10)', () => {
  let backend: Backend
  let nowMs: number
  beforeEach(async () => {
    nowMs = start
    backend = await startTestBackend({ now: () => nowMs, ...build })
  })
  afterEach(() => backend.close())

  const recorded = async () =>
    (await chainOf(backend.database, customer)).map(({ record }) => record).filter(({ kind }) => kind === 'rules')
  const rulesOn = async (query: string) => {
    const operator = await signIn(backend, 'operator')
    const answer = await operator.call(`/rest/rules${query}`)
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const record = (rules: RuleSet, days: number, isStart = true) => {
    nowMs = start + days * dayMs
    return recordRules(backend.database, rules, nowMs, { isStart })
  }

  it('are recorded at the first start, with version, commit, hash, numbers and words', async () => {
    expect(await recorded()).toMatchObject([{ actor: { server: true }, subject: {}, data: own }])
    expect(own.constants['breaker.openTimeoutMs']).toBe(120_000)
    expect(own.words.map(({ text }) => text).join(' ')).toContain('A pausa dura 2 min desde a última falha.')
  })

  it('are recorded at a start only if they differ from the last recorded rules', async () => {
    await record(own, 1)
    expect(await recorded()).toHaveLength(1)
    await record(others, 2)
    expect(await recorded()).toMatchObject([{ data: { hash: own.hash } }, { data: { hash: others.hash } }])
  })

  it('are recorded again after a week; until then, a running instance with other rules records nothing', async () => {
    await record(others, 6, false)
    expect(await recorded()).toHaveLength(1)
    await record(own, 7, false)
    expect(await recorded()).toHaveLength(2)
    expect((await rulesOn('?on=2026-03-08')).result).toMatchObject([{ since: new Date(start).toISOString() }])
  })

  it('are recorded in the chain of a new customer, and not again for the other customers', async () => {
    await backend.database.execute("insert into customers (id, name) values ('customer-novo', 'Nova')")
    await record(own, 1, false)
    const chain = await chainOf(backend.database, 'customer-novo')
    expect(chain.map(({ record: { kind, at } }) => [kind, at])).toEqual([['rules', '2026-03-02T12:00:00.000Z']])
    expect(await recorded()).toHaveLength(1)
  })

  it('on a day are listed from the records, with their changes', async () => {
    await record(others, 2)
    expect(await rulesOn('?on=2026-02-28')).toEqual({ on: '2026-02-28', result: [] })
    const first = {
      ...own,
      seq: expect.any(Number),
      since: '2026-03-01T12:00:00.000Z',
      until: '2026-03-03T12:00:00.000Z',
    }
    const second = {
      ...{ ...others, seq: expect.any(Number), since: first.until, until: null },
      changes: {
        charts: ['breaker'],
        rules: [
          {
            id: 'breaker.pause',
            before: expect.stringContaining('A pausa dura 2 min'),
            after: expect.stringContaining('A pausa dura 5 min'),
          },
        ],
      },
    }
    expect((await rulesOn('?on=2026-03-02')).result).toEqual([{ ...first, changes: null }])
    expect((await rulesOn('?on=2026-03-03')).result).toEqual([{ ...first, changes: null }, second])
    expect(await rulesOn('')).toMatchObject({ on: '2026-03-03' })
    expect(await rulesOn('?on=2026-03-04')).toEqual({ on: '2026-03-04', result: [] })
    nowMs += 24 * 60 * 60_000
    expect((await rulesOn('?on=2026-03-04')).result).toEqual([second])
    expect((await rulesOn('?on=0001-01-01')).result).toEqual([])
  })

  it('on a day depend on the time zone of the caller', async () => {
    nowMs = Date.UTC(2026, 2, 3, 2)
    await recordRules(backend.database, others, nowMs, { isStart: true })
    const hashesOn = async (query: string) => (await rulesOn(query)).result.map(({ hash }: RuleSet) => hash)
    expect(await hashesOn('?on=2026-03-03')).toEqual([own.hash, others.hash])
    expect(await hashesOn('?on=2026-03-02&zone=America/Sao_Paulo')).toEqual([own.hash, others.hash])
    expect(await rulesOn('?zone=America/Sao_Paulo')).toMatchObject({ on: '2026-03-02' })
    expect(await hashesOn('?on=2026-03-03&zone=America/Sao_Paulo')).toEqual([])
    nowMs = Date.UTC(2026, 2, 3, 3)
    expect(await hashesOn('?on=2026-03-03&zone=America/Sao_Paulo')).toEqual([others.hash])
  })

  it.each(['?on=2026-02-31', '?on=amanha', '?on=2026-03-03&zone=Lua'])(
    'are refused for an invalid day or time zone: %s',
    async (query) => {
      const operator = await signIn(backend, 'operator')
      expect((await operator.call(`/rest/rules${query}`)).status).toBe(422)
    },
  )
})

describe('a day (EVI-10)', () => {
  it.each([
    ['2026-03-03', 'America/Sao_Paulo', '2026-03-03T03:00:00.000Z', '2026-03-04T03:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-12-31', 'UTC', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['0999-12-31', 'UTC', '0999-12-31T00:00:00.000Z', '1000-01-01T00:00:00.000Z'],
  ])('%s in %s begins and ends at the local midnight', (day, zone, from, to) => {
    expect(dayBounds(day, zone)).toEqual({ from: new Date(from), to: new Date(to) })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const nowMs = Date.parse('2026-03-02T08:00:00.000Z')
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let outsider: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  outsider = await signIn(backend, 'outsider')
})
afterAll(() => backend.close())

type Page = { result: FoundEvent[]; nextCursor: string | null }

const search = async (who: SignedIn, query = ''): Promise<Page> => (await who.call(`/rest/events?${query}`)).json()
const condominiumsOf = ({ result }: Page) => [...new Set(result.map(({ condominiumId }) => condominiumId))].sort()

/** Adds events with the same time to the demo's quiet condominium. */
async function plantAtOnce(at: string, count: number): Promise<void> {
  await backend.database.execute(
    `insert into events (condominium_id, word_code, ip, kind, description, at)
     select 'condominio-08', 'TRESIRMAOS-0' || 1 + n % 2, '127.20.0.8', 'intercom', 'Chamada ' || n, $1
     from generate_series(1, $2::int) as n`,
    [at, count],
  )
}

describe('the search over events (PAGE-3)', () => {
  it('finds the events of all condominiums that a person may see, newest first, with names of condominium and device', async () => {
    const { result, nextCursor } = await search(admin, 'limit=1000')
    // Another test adds events to the demo's quiet condominium.
    const seeded = result.filter(({ condominiumId }) => condominiumId !== 'condominio-08')
    expect(seeded).toHaveLength(250)
    expect(nextCursor).toBeNull()
    const times = seeded.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    const sequences = result.map(({ sequence = 0 }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((left, right) => right - left))
    const one = result.find(({ wordCode }) => wordCode === 'AGUAVIVA-03')
    expect(one).toMatchObject({ condominiumName: 'Edifício Água Viva', deviceName: 'Catraca Torre A' })
  })

  it('finds no events of another customer or of a condominium that the person may not see', async () => {
    expect(condominiumsOf(await search(outsider, 'limit=1000'))).toEqual(['condominio-13'])
    const own = condominiumsOf(await search(operator, 'limit=1000'))
    expect(own).not.toContain('condominio-11')
    expect(own).toContain('condominio-01')
    for (const query of ['wordCode=MONTANHES-01', 'wordCode=MARABERTO-01'])
      expect(await search(operator, query)).toEqual({ result: [], nextCursor: null })
    expect((await operator.call('/rest/events?condominiumId=condominio-11')).status).toBe(403)
    expect((await operator.call('/rest/events?condominiumId=condominio-13')).status).toBe(404)
  })

  it('filters by condominium, device, kind and period; the period includes its start and excludes its end', async () => {
    const { result: all } = await search(admin, 'limit=1000')
    expect(condominiumsOf(await search(admin, 'condominiumId=condominio-03'))).toEqual(['condominio-03'])
    const some = all[20]
    if (some === undefined) throw new Error('the demo has no past')
    const found = async (query: string) => (await search(admin, `limit=1000&${query}`)).result
    expect(await found(`wordCode=${some.wordCode}`)).toEqual(all.filter(({ wordCode }) => wordCode === some.wordCode))
    expect(await found(`kind=${some.kind}`)).toEqual(all.filter(({ kind }) => kind === some.kind))
    expect(await found(`from=${some.at}`)).toEqual(all.filter(({ at }) => at >= some.at))
    expect(await found(`to=${some.at}`)).toEqual(all.filter(({ at }) => at < some.at))
    expect(await found(`kind=${some.kind}&condominiumId=${some.condominiumId}&from=${some.at}`)).toEqual(
      all.filter((one) => one.kind === some.kind && one.condominiumId === some.condominiumId && one.at >= some.at),
    )
  })

  it('lists the oldest event first on request, also after a cursor (DESK-7)', async () => {
    const { result: all } = await search(admin, 'limit=1000&condominiumId=condominio-03')
    const oldestFirst = all.toReversed()
    const first = await search(admin, 'limit=10&condominiumId=condominio-03&order=oldest')
    expect(first.result).toEqual(oldestFirst.slice(0, 10))
    const rest = `limit=1000&condominiumId=condominio-03&order=oldest&cursor=${encodeURIComponent(first.nextCursor ?? '')}`
    expect((await search(admin, rest)).result).toEqual(oldestFirst.slice(10))
    const [, second] = oldestFirst
    const nearest = await search(admin, `limit=1&condominiumId=condominio-03&order=oldest&from=${second?.at}`)
    expect(nearest.result).toEqual([second])
    expect((await admin.call('/rest/events?order=anything')).status).toBe(422)
  })

  it('continues after a cursor, even among events with the same time and while new events arrive', async () => {
    await plantAtOnce('2026-03-01T10:00:00.123Z', 7)
    const whole = await search(admin, 'condominiumId=condominio-08')
    expect(whole.result).toHaveLength(7)
    const walked: FoundEvent[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await search(
        admin,
        `condominiumId=condominio-08&limit=3&cursor=${cursor}`.replace(/&cursor=$/, ''),
      )
      walked.push(...page.result)
      cursor = page.nextCursor
      await backend.emitGateEvent({ condominiumId: 'condominio-08', kind: 'access-granted' })
    }
    expect(walked).toEqual(whole.result)
  })

  it('refuses an invalid filter and an invalid cursor', async () => {
    const forged = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')
    for (const query of [
      'kind=uma%20festa',
      'from=ontem',
      'to=2026-13-40T00:00:00Z',
      'limit=0',
      'limit=1001',
      'cursor=nada',
      `cursor=${forged(['2026-13-40T00:00:00Z', '1'])}`,
      `cursor=${forged(['2026-03-01T00:00:00Z', '1; drop table events'])}`,
      `cursor=${forged(['2026-03-01T00:00:00Z'])}`,
    ])
      expect((await admin.call(`/rest/events?${query}`)).status, query).toBe(422)
  })
})

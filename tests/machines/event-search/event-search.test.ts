import { describe, expect, test } from 'vitest'
import { fromPromise } from 'xstate'
import type { EventKind } from '../../../contract/wire/answers/event-kinds.ts'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import { eventPageLength, passes } from '../../../src/machines/event-search/event-choice.ts'
import { eventSearchMachine } from '../../../src/machines/event-search/event-search.machine.ts'
import { CallError } from '../../../src/services/http/call-result.ts'
import { Coverage } from '../../models/parts/coverage.ts'
import { testCoverage } from '../../models/parts/path-runner.ts'
import { runUnderRecorder } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'

const coverage = new Coverage(eventSearchMachine)

/** An event `minute` minutes past nine. */
function event(minute: number, more: Partial<FoundEvent> = {}): FoundEvent {
  const at = new Date(Date.parse('2026-03-02T09:00:00.000Z') + minute * 60_000).toISOString()
  const what = { kind: 'intercom', description: '', ip: '', deviceName: '', condominiumName: 'Aurora' } as const
  return { id: `e${minute}`, condominiumId: 'c1', wordCode: 'A', at, ...what, ...more }
}

const catalogue = [{ code: 'E130', name: 'Intrusão', rank: 'urgent', calls: true }] as const

/** `loadKinds` reads the catalogue of kinds. */
function startSearch(loadKinds: () => Promise<readonly EventKind[]> = async () => catalogue) {
  const standIns = new StandIns()
  const machine = eventSearchMachine.provide({
    actors: {
      loadPage: standIns.promise('loadPage'),
      loadKinds: fromPromise(loadKinds),
      loadNearest: standIns.promise('loadNearest'),
      exportFile: standIns.promise('exportFile'),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const search = runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
  return {
    ...search,
    tags: () => [...search.snapshot().tags].sort(),
    ids: () => search.snapshot().context.events.map(({ id }) => id),
    newIds: () => search.snapshot().context.newIds,
    page: async (events: FoundEvent[], nextCursor: string | null = null) => {
      standIns.resolve('loadPage', { events, nextCursor })
      await search.settle()
    },
    fails: async (service: 'loadPage' | 'loadNearest' | 'exportFile', error?: Error) => {
      standIns.reject(service, error)
      await search.settle()
    },
    happens: (...activities: FoundEvent[]) => search.send({ type: 'socket.batch', condominiumIds: [], activities }),
  }
}

async function startWith(events: FoundEvent[], nextCursor: string | null = null, choice = {}) {
  const search = startSearch()
  search.send({ type: 'eventSearch.choose', choice })
  await search.page(events, nextCursor)
  return search
}

describe('the list (PAGE-3)', () => {
  test('is not loaded until the person has chosen a filter', () => {
    const search = startSearch()
    search.send({ type: 'eventSearch.more' })
    search.send({ type: 'eventSearch.refresh' })
    search.send({ type: 'socket.restored' })
    search.happens(event(1))
    expect(search.standIns.open).toEqual([])
    expect(search.newIds()).toEqual([])
  })

  test('loads older events page by page to the end', async () => {
    const search = startSearch()
    search.send({ type: 'eventSearch.choose', choice: { kind: 'intercom' } })
    expect(search.tags()).toEqual(['busy'])
    expect(search.standIns.inputOf('loadPage')).toMatchObject({ choice: { kind: 'intercom' }, cursor: null })
    await search.page([event(9)], 'behind 9')
    expect(search.tags()).toEqual([])
    search.send({ type: 'eventSearch.more' })
    search.send({ type: 'eventSearch.more' })
    expect(search.standIns.inputOf('loadPage')).toMatchObject({ choice: { kind: 'intercom' }, cursor: 'behind 9' })
    await search.page([event(8)])
    expect(search.ids()).toEqual(['e9', 'e8'])
    expect(search.tags()).toEqual(['end'])
    search.send({ type: 'eventSearch.more' })
    expect(search.standIns.open).toEqual([])
  })

  test('of a period without events is followed by the nearest event before and after (DESK-7)', async () => {
    const choice = { wordCode: 'A', from: event(20).at, to: event(21).at }
    const search = await startWith([], null, choice)
    expect(search.tags()).toEqual(['busy'])
    expect(search.standIns.inputOf('loadNearest')).toEqual({ choice })
    search.standIns.resolve('loadNearest', { before: event(3), after: null })
    await search.settle()
    expect(search.tags()).toEqual(['end'])
    expect(search.snapshot().context.nearest).toEqual({ before: event(3), after: null })
    search.send({ type: 'eventSearch.choose', choice: {} })
    expect(search.snapshot().context.nearest).toBeNull()
  })

  test('of a period without events ends without neighbours if they cannot be loaded', async () => {
    const search = await startWith([], null, { from: event(20).at })
    await search.fails('loadNearest')
    expect(search.tags()).toEqual(['end'])
    expect(search.snapshot().context.nearest).toBeNull()
  })

  test.each([
    ['without a period', {}],
    ['of a period that ends before it begins', { from: event(21).at, to: event(20).at }],
  ])('that is empty %s looks for no neighbours', async (_, choice) => {
    const search = await startWith([], null, choice)
    expect(search.standIns.open).toEqual([])
    expect(search.tags()).toEqual(['end'])
  })

  test('of another filter cancels the previous request', async () => {
    const search = await startWith([event(9)], 'behind 9')
    search.send({ type: 'eventSearch.more' })
    search.send({ type: 'eventSearch.choose', choice: { wordCode: 'B' } })
    expect(search.ids()).toEqual([])
    expect(search.standIns.open).toEqual(['loadPage'])
    expect(search.standIns.inputOf('loadPage')).toMatchObject({ choice: { wordCode: 'B' }, cursor: null })
  })

  test.each([
    { condominiumId: 'c1' },
    { wordCode: 'A' },
    { kind: 'intercom' as const },
    { from: '2026-03-02T09:00:00.000Z' },
    { to: '2026-03-02T10:00:00.000Z' },
  ])('with the filter %j is loaded separately from the unfiltered list', async (choice) => {
    const search = await startWith([event(9)])
    search.send({ type: 'eventSearch.choose', choice })
    expect(search.standIns.inputOf('loadPage')).toMatchObject({ choice, cursor: null })
  })

  test('with the same filter keeps its events and asks for new ones', async () => {
    const search = await startWith([event(9), event(8)], 'behind 8', { kind: 'intercom' })
    search.send({ type: 'eventSearch.choose', choice: { kind: 'intercom' } })
    expect(search.ids()).toEqual(['e9', 'e8'])
    expect(search.tags()).toEqual([])
    expect(search.standIns.inputOf('loadPage')).toMatchObject({ choice: { kind: 'intercom' }, cursor: null })
    await search.page([event(11), event(10), event(9), event(7)], 'behind 7')
    expect(search.ids()).toEqual(['e9', 'e8'])
    expect(search.newIds()).toEqual(['e11', 'e10'])
  })

  test('that is still loading is not requested twice', () => {
    const search = startSearch()
    search.send({ type: 'eventSearch.choose', choice: {} })
    search.send({ type: 'eventSearch.choose', choice: {} })
    expect(search.standIns.open).toEqual(['loadPage'])
  })

  test.each(['eventSearch.reload', 'server.restored', 'eventSearch.choose'] as const)(
    'repeats only the page that failed, on %s',
    async (type) => {
      const search = await startWith([event(9)], 'behind 9')
      search.send({ type: 'eventSearch.more' })
      await search.fails('loadPage')
      expect(search.tags()).toEqual(['error'])
      expect(search.journal).toContain('does logFailure "Eventos não encontrados."')
      search.send(type === 'eventSearch.choose' ? { type, choice: {} } : { type })
      expect(search.standIns.inputOf('loadPage')).toMatchObject({ choice: {}, cursor: 'behind 9' })
      await search.page([event(8)])
      expect(search.ids()).toEqual(['e9', 'e8'])
    },
  )

  test('that failed to load is replaced by another filter', async () => {
    const search = startSearch()
    search.send({ type: 'eventSearch.choose', choice: {} })
    await search.fails('loadPage', new CallError('Tente novamente.', 500))
    search.send({ type: 'eventSearch.choose', choice: { wordCode: 'B' } })
    expect(search.standIns.inputOf('loadPage')).toMatchObject({ choice: { wordCode: 'B' }, cursor: null })
  })

  test.each([403, 404])('of a condominium without access (%i) is marked as refused', async (status) => {
    const search = startSearch()
    search.send({ type: 'eventSearch.choose', choice: { condominiumId: 'c9' } })
    await search.fails('loadPage', new CallError('Não é seu.', status))
    expect(search.tags()).toEqual(['refused'])
    search.send({ type: 'eventSearch.choose', choice: {} })
    expect(search.tags()).toEqual(['busy'])
  })
})

describe('new events (PAGE-3)', () => {
  test('that match the filter are counted, and the list changes only on request', async () => {
    const search = await startWith([event(9)], null, { wordCode: 'A' })
    search.happens(event(10), event(11, { wordCode: 'B' }))
    search.happens(event(11, { wordCode: 'B' }))
    search.happens(event(10), event(12))
    expect(search.ids()).toEqual(['e9'])
    expect(search.newIds()).toEqual(['e10', 'e12'])
    search.send({ type: 'eventSearch.refresh' })
    expect(search.ids()).toEqual([])
    expect(search.newIds()).toEqual([])
    expect(search.standIns.inputOf('loadPage')).toMatchObject({ choice: { wordCode: 'A' }, cursor: null })
    await search.page([event(12)], 'behind 12')
    search.send({ type: 'eventSearch.refresh' })
    expect(search.tags()).toEqual(['busy'])
  })

  test('are counted by their sequence, also if the clock was set back before them', async () => {
    const search = await startWith([event(9, { sequence: 5 })])
    search.happens(event(3, { sequence: 6 }), event(12, { sequence: 4 }))
    expect(search.newIds()).toEqual(['e3'])
  })

  test('that the first page already contains are not counted', async () => {
    const search = startSearch()
    search.send({ type: 'eventSearch.choose', choice: {} })
    search.happens(event(10))
    await search.page([event(10), event(9)])
    expect(search.newIds()).toEqual([])
  })

  test('are counted up to the length of one page', async () => {
    const search = await startWith([])
    const many = Array.from({ length: 70 }, (_, minute) => event(minute))
    search.happens(...many.slice(0, 49))
    expect(search.tags()).toEqual(['end'])
    search.happens(...many)
    expect(search.tags()).toEqual(['end', 'plenty'])
    search.happens(event(99))
    search.send({ type: 'socket.restored' })
    expect(search.newIds()).toHaveLength(eventPageLength)
    expect(search.standIns.open).toEqual([])
    search.send({ type: 'eventSearch.refresh' })
    expect(search.tags()).toEqual(['busy'])
    expect(search.standIns.inputOf('loadPage')).toEqual({ choice: {}, cursor: null, limit: eventPageLength })
  })

  test('are requested after the live connection recovers (LIVE-1)', async () => {
    const search = await startWith([event(9)])
    search.send({ type: 'socket.restored' })
    await search.page([event(10), event(9)], 'behind 9')
    expect([search.ids(), search.newIds()]).toEqual([['e9'], ['e10']])
    search.send({ type: 'socket.restored' })
    await search.fails('loadPage')
    expect(search.tags()).toEqual(['end'])
    expect(search.newIds()).toEqual(['e10'])
  })

  test('are requested anew if the first page was under way when the live connection recovered', async () => {
    const search = startSearch()
    search.send({ type: 'eventSearch.choose', choice: {} })
    const before = search.journal.length
    search.send({ type: 'socket.restored' })
    expect(search.journal.slice(before)).toEqual([expect.stringMatching(/^asks loadPage .*"cursor":null/)])
    await search.page([event(10), event(9)])
    expect([search.ids(), search.newIds()]).toEqual([['e10', 'e9'], []])
  })

  test('are requested if an older page was under way when the live connection recovered', async () => {
    const search = await startWith([event(9)], 'behind 9')
    search.send({ type: 'eventSearch.more' })
    search.send({ type: 'socket.restored' })
    expect(search.standIns.open).toEqual(['loadPage', 'loadPage'])
  })

  test('that a person asks for while an older page is under way replace the list', async () => {
    const search = await startWith([event(9)], 'behind 9')
    search.send({ type: 'eventSearch.more' })
    search.happens(event(10))
    search.send({ type: 'eventSearch.refresh' })
    expect(search.standIns.open).toEqual(['loadPage'])
    await search.page([event(10), event(9)], 'behind 9')
    expect([search.ids(), search.newIds()]).toEqual([['e10', 'e9'], []])
  })

  test('are no longer requested after the filter changes or the list is reloaded', async () => {
    const search = await startWith([event(9)])
    search.send({ type: 'socket.restored' })
    search.send({ type: 'eventSearch.choose', choice: { kind: 'intercom' } })
    expect(search.standIns.open).toEqual(['loadPage'])
    await search.page([event(9)])
    search.send({ type: 'socket.restored' })
    search.send({ type: 'eventSearch.refresh' })
    expect(search.standIns.open).toEqual(['loadPage'])
  })

  test("match a filter by the server's rules: the period includes its start and excludes its end", () => {
    const { at } = event(9)
    const later = event(10).at
    expect(passes(event(9), {})).toBe(true)
    expect(passes(event(9), { condominiumId: 'c1', wordCode: 'A', kind: 'intercom', from: at, to: later })).toBe(true)
    for (const choice of [
      { condominiumId: 'c2' },
      { wordCode: 'B' },
      { kind: 'door-forced' as const },
      { from: later },
      { to: at },
    ])
      expect(passes(event(9), choice)).toBe(false)
  })
})

describe('the file (PAGE-3)', () => {
  test('contains the filtered events, is made once at a time, and is marked if it was cut', async () => {
    const search = await startWith([event(9)], null, { wordCode: 'A' })
    search.send({ type: 'eventSearch.export' })
    search.send({ type: 'eventSearch.export' })
    expect(search.tags()).toEqual(['end', 'exporting'])
    expect(search.standIns.inputOf('exportFile')).toEqual({ choice: { wordCode: 'A' } })
    search.standIns.resolve('exportFile', { isCut: false })
    await search.settle()
    expect(search.tags()).toEqual(['end', 'exported'])
    search.send({ type: 'eventSearch.export' })
    search.standIns.resolve('exportFile', { isCut: true })
    await search.settle()
    expect(search.tags()).toEqual(['end', 'exportCut'])
  })

  test('without a filter contains all events', () => {
    const search = startSearch()
    search.send({ type: 'eventSearch.export' })
    expect(search.standIns.inputOf('exportFile')).toEqual({ choice: {} })
  })

  test('reports a failed export, and can be exported again', async () => {
    const search = await startWith([event(9)])
    search.send({ type: 'eventSearch.export' })
    await search.fails('exportFile')
    expect(search.tags()).toEqual(['end', 'exportFailed'])
    expect(search.journal).toContain('does logFailure "Eventos não exportados."')
    search.send({ type: 'eventSearch.export' })
    expect(search.tags()).toEqual(['end', 'exporting'])
  })

  test.each([{ isCut: false }, { isCut: true }, null])(
    'of a previous filter has no status (%j) after the filter changes',
    async (end) => {
      const search = await startWith([event(9)])
      search.send({ type: 'eventSearch.export' })
      if (end === null) search.standIns.reject('exportFile')
      else search.standIns.resolve('exportFile', end)
      await search.settle()
      search.send({ type: 'eventSearch.choose', choice: { wordCode: 'B' } })
      expect(search.tags()).toEqual(['busy'])
    },
  )
})

describe('the kinds of the filter (EVT-1)', () => {
  const choose = { type: 'eventSearch.choose', choice: {} } as const

  test('come from the catalogue, which is read when the page opens and again when its filter is chosen', async () => {
    const answers = [[], catalogue]
    const search = startSearch(async () => answers.shift() ?? [])
    expect(search.snapshot().context.kinds).toEqual([])
    search.send(choose)
    await search.settle()
    expect(search.snapshot().context.kinds).toEqual([])
    search.send(choose)
    await search.settle()
    expect(search.snapshot().context.kinds).toEqual(catalogue)
  })

  test('stay as last read if the catalogue cannot be read, and the list loads all the same', async () => {
    const answers = [Promise.resolve(catalogue), Promise.reject(new CallError('down', 503))]
    for (const answer of answers) answer.catch(() => {})
    const search = startSearch(() => answers.shift() ?? Promise.resolve([]))
    search.send(choose)
    await search.settle()
    search.send(choose)
    await search.settle()
    expect(search.journal).toContain('does logFailure "Catálogo de eventos não lido."')
    expect(search.snapshot().context.kinds).toEqual(catalogue)
    await search.page([event(1)])
    expect(search.ids()).toEqual(['e1'])
  })
})

testCoverage(coverage)

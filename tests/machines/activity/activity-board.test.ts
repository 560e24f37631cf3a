import { array, assert, boolean, constant, constantFrom, integer, oneof, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageText } from '../../../contract/texts/time-texts.ts'
import { ActivityBoard } from '../../../src/machines/activity/activity-board.ts'
import { hour, minute, second } from '../../models/session/session-fixtures.ts'

describe('the age of an event (ACT-4) reads', () => {
  test.each([
    [0, 'Agora'],
    [minute - 1, 'Agora'],
    [minute, 'há 1 minuto'],
    [2 * minute - 1, 'há 1 minuto'],
    [2 * minute, 'há 2 minutos'],
    [hour - 1, 'há 59 minutos'],
    [hour, 'há 1 hora'],
    [2 * hour, 'há 2 horas'],
    [24 * hour - 1, 'há 23 horas'],
    [24 * hour, 'há 1 dia'],
    [48 * hour, 'há 2 dias'],
  ])('%d ms: %s', (ageMs, text) => {
    expect(ageText(ageMs)).toBe(text)
  })
})

describe('a condominium (ACT-2)', () => {
  test.each([
    ['Agora', true],
    ['há 1 minuto', true],
    ['há 40 minutos', true],
    ['há 1 hora', false],
    ['', false],
  ])("with the server text '%s' and no time: active is %s, and the text stays", (text, isActive) => {
    const board = new ActivityBoard()
    board.load([{ condominiumId: 'c1', text, at: null }], 0)
    expect(board.isActive('c1', 100 * hour)).toBe(isActive)
    expect(board.textOf('c1', 100 * hour)).toBe(text)
  })

  test("is active while its text contains 'minuto', and inactive from 'há 1 hora'", () => {
    const board = new ActivityBoard()
    board.mark(['c1'], 0)
    const stages = [0, minute, hour - 1, hour].map((now) => [board.textOf('c1', now), board.isActive('c1', now)])
    expect(stages).toEqual([
      ['Agora', true],
      ['há 1 minuto', true],
      ['há 59 minutos', true],
      ['há 1 hora', false],
    ])
  })

  test('is marked among a thousand others', () => {
    const board = new ActivityBoard()
    const ids = Array.from({ length: 1_000 }, (_, number) => `c${number}`)
    board.mark(ids, 0)
    expect(ids.filter((each) => board.textOf(each, 0) !== 'Agora')).toEqual([])
  })

  test('without a time takes the text of the next load, even an older one', () => {
    const board = new ActivityBoard()
    board.load([{ condominiumId: 'c1', text: 'há 5 minutos', at: null }], 0)
    board.load([{ condominiumId: 'c1', text: 'há 2 horas', at: null }], 0)
    expect([board.textOf('c1', 0), board.isActive('c1', 0)]).toEqual(['há 2 horas', false])
  })

  test('with several entries in a load shows the active one', () => {
    const board = new ActivityBoard()
    const of = (text: string) => ({ condominiumId: 'c1', text, at: null })
    board.load([of('há 2 horas'), of('há 5 minutos'), of('há 3 dias')], 0)
    expect(board.textOf('c1', 0)).toBe('há 5 minutos')
  })

  test('is unknown until the first load, even if socket events arrived for others', () => {
    const board = new ActivityBoard()
    board.mark(['c2'], 0)
    expect([board.isLoaded, board.isKnown('c1'), board.isKnown('c2')]).toEqual([false, false, true])
    board.load([], 0)
    expect([board.isLoaded, board.isKnown('c1')]).toEqual([true, true])
  })

  test('that is unknown is inactive and has no text', () => {
    expect([new ActivityBoard().isActive('c1', 0), new ActivityBoard().textOf('c1', 0)]).toEqual([false, ''])
  })
})

/** Reference implementation of the board: the time of a condominium, or the server's text. */
class NaiveBoard {
  readonly known = new Map<string, { time: number } | { text: string }>()

  load(lastEvents: readonly { condominiumId: string; text: string; at: number | null }[], now: number): void {
    const loaded = new Set<string>()
    for (const { condominiumId, text, at } of lastEvents) {
      const before = this.known.get(condominiumId)
      const time = before !== undefined && 'time' in before ? before.time : Number.NEGATIVE_INFINITY
      const isActive =
        loaded.has(condominiumId) && before !== undefined && 'text' in before && /minuto|^Agora$/.test(before.text)
      loaded.add(condominiumId)
      if (at !== null) this.known.set(condominiumId, { time: Math.max(time, Math.min(at, now)) })
      else if (time === Number.NEGATIVE_INFINITY && !isActive) this.known.set(condominiumId, { text })
    }
  }

  mark(ids: readonly string[], now: number): void {
    for (const id of ids) this.known.set(id, { time: now })
  }

  textOf(id: string, now: number): string {
    const known = this.known.get(id)
    if (known === undefined) return ''
    return 'time' in known ? ageText(now - known.time) : known.text
  }

  isActive(id: string, now: number): boolean {
    return /minuto|^Agora$/.test(this.textOf(id, now))
  }
}

const id = integer({ min: 0, max: 200 }).map((number) => `c${number}`)
const lastEvent = record({
  condominiumId: id,
  text: constantFrom('', 'Agora', 'há 3 minutos', 'há 2 horas'),
  at: oneof(constant(null), integer({ min: -3 * hour, max: 5 * hour })),
})
const step = record({
  waitsMs: integer({ min: 0, max: 30 * minute }),
  loads: boolean(),
  lastEvents: array(lastEvent, { maxLength: 40 }),
  ids: array(id, { maxLength: 90, size: 'max' }),
})

test('any mixture of loads and marks gives the same texts as a plain map', () => {
  assert(
    property(array(step, { maxLength: 12 }), (steps) => {
      const board = new ActivityBoard()
      const naive = new NaiveBoard()
      const condominiums = Array.from({ length: 150 }, (_, number) => ({ id: `c${number}` }))
      let now = 0
      let revision = 0
      for (const { waitsMs, loads, lastEvents, ids } of steps) {
        now += waitsMs
        for (const each of [board, naive]) loads ? each.load(lastEvents, now) : each.mark(ids, now)
        expect(board.revision).toBe(++revision)
        const later = now + 20 * second
        const seen = (each: ActivityBoard | NaiveBoard) =>
          ['c-unknown', ...naive.known.keys()].map((known) => [
            known,
            each.textOf(known, later),
            each.isActive(known, later),
          ])
        expect(seen(board)).toEqual(seen(naive))
        const active = condominiums.filter(({ id }) => naive.isActive(id, later))
        expect(board.activeCount(condominiums, later)).toBe(active.length)
      }
    }),
    { seed: 20260302, numRuns: 40 },
  )
})

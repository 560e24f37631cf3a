import { expect, test } from 'vitest'
import type { ChartMove } from '../../../src/inspector/charts/chart-description.ts'
import {
  arrowLines,
  durationText,
  moveTitle,
  rowLines,
  triggerWords,
} from '../../../src/inspector/charts/move-texts.ts'

const move: ChartMove = {
  id: 'one',
  from: 'a',
  to: ['b'],
  trigger: { kind: 'event', event: 'session.signIn' },
  delayMs: null,
  guard: null,
  isElse: false,
  isIgnored: false,
  actions: [],
}

test('the trigger of a move is written in words, and names stay unchanged', () => {
  const words = (change: Partial<ChartMove>) => triggerWords({ ...move, ...change })
  expect(words({})).toBe('session.signIn')
  expect(words({ trigger: { kind: 'event', event: '*' } })).toBe('qualquer outro evento')
  expect(words({ trigger: { kind: 'after', delay: 'openTimeout' }, delayMs: 120_000 })).toBe('após openTimeout (2 min)')
  expect(words({ trigger: { kind: 'after', delay: 'untilEnd' } })).toBe('após untilEnd')
  expect(words({ trigger: { kind: 'after', delay: '500' }, delayMs: 500 })).toBe('após 500 ms')
  expect(words({ trigger: { kind: 'done', service: 'renew' } })).toBe('renew concluído')
  expect(words({ trigger: { kind: 'failed', service: 'renew' } })).toBe('renew falhou')
  expect(words({ trigger: { kind: 'always' } })).toBe('sempre')
  expect(words({ trigger: { kind: 'allDone' } })).toBe('ao concluir')
})

test.each([
  [0, '0 ms'],
  [250, '250 ms'],
  [1_500, '1,5 s'],
  [90_000, '1,5 min'],
  [3_600_000, '1 h'],
  [172_800_000, '2 d'],
  [61_000, '61 s'],
])('%i ms is written as %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text)
})

test('a condition follows in brackets, on its own line if it is long', () => {
  expect(arrowLines({ ...move, guard: 'isStored' })).toEqual(['session.signIn [isStored]'])
  expect(arrowLines({ ...move, isElse: true })).toEqual(['session.signIn [senão]'])
  expect(arrowLines({ ...move, guard: 'não isLookingUp e breaksRules e isChanged' })).toEqual([
    'session.signIn',
    '[não isLookingUp e breaksRules e',
    'isChanged]',
  ])
})

test('a move without a target lists its actions, or "nada" if it has none', () => {
  const listed = { ...move, to: [] }
  expect(rowLines({ ...listed, actions: ['report', 'forget'] })).toEqual(['session.signIn / report, forget'])
  expect(rowLines({ ...listed, isIgnored: true })).toEqual(['session.signIn / nada'])
  expect(rowLines(listed)).toEqual(['session.signIn / ação'])
})

test('the title of a move is one line', () => {
  expect(moveTitle({ ...move, guard: 'isOther', actions: ['takeUser'] })).toBe('session.signIn [isOther] / takeUser')
  expect(moveTitle(move)).toBe('session.signIn')
})

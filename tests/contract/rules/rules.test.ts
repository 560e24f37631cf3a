import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ruleWords } from '../../../contract/rules/rule-words.ts'
import { constantsByName, ruleCharts, ruleConstants } from '../../../contract/rules/rules.ts'
import { behaviourOf, ruleSources } from '../../../scripts/docs/chart-hashes.ts'

/** `singleAttempt` makes one attempt, so its waits have no effect. */
const withoutEffect = /^retry\.singleAttempt\.(?!attempts)/

describe('the rules in words (EVI-10)', () => {
  test.each(Object.keys(constantsByName(ruleConstants)).filter((name) => !withoutEffect.test(name)))(
    'change if the constant %s changes',
    (name) => {
      const changed = structuredClone({ ...ruleConstants, incident: { ...ruleConstants.incident } })
      const path = name.split('.')
      const owner = path.slice(0, -1).reduce((group: object, each) => Reflect.get(group, each), changed)
      const last = path.at(-1) ?? ''
      Reflect.set(owner, last, Number(Reflect.get(owner, last)) + 1)
      expect(ruleWords(changed)).not.toEqual(ruleWords(ruleConstants))
    },
  )

  test('cover the three charts', () => {
    const topics = new Set(ruleWords(ruleConstants).map(({ id }) => id.split('.')[0]))
    expect([...topics]).toEqual(Object.keys(ruleCharts))
  })
})

describe('the hash of a chart (EVI-10)', () => {
  test.each(Object.entries(ruleSources))('%s covers the files whose code and data the chart uses', (_, files) => {
    const [chart = '', ...others] = files
    const used = [...readFileSync(chart, 'utf8').matchAll(/^import (?!type )[^']+ from '(\..+)'/gm)]
      .map(([, path = '']) => join(dirname(chart), path))
      .filter((path) => !path.startsWith('src/machines/parts/'))
    // The numbers of this file are in the constants of the rules.
    const numbers = 'contract/incidents/incident-rules.ts'
    expect([...others, numbers]).toEqual(expect.arrayContaining(used))
  })

  const chart = `import { a } from './a.ts'
    /** A comment. */
    export const machine = setup({ guards: { isLast: ({ n }: { n: number }) => n + 1 >= 5 } }).createMachine({
      description: 'Words.',
      meta: { requirements: ['CB-1'] },
      on: { fail: { guard: 'isLast', target: 'OPEN' } },
    })`

  test('stays the same if comments, types, descriptions or line breaks change', () => {
    const rewritten = chart
      .replace('A comment', 'Another')
      .replace('Words', 'Other words')
      .replace(': { n: number }', '')
      .replace(
        "on: { fail: { guard: 'isLast', target: 'OPEN' } },",
        "on: {\n fail: {\n guard: 'isLast',\n target: 'OPEN',\n },\n },",
      )
    expect(behaviourOf(rewritten, true)).toBe(behaviourOf(chart, true))
  })

  test.each([
    ['a guard', 'n + 1', 'n + 2'],
    ['a target', 'OPEN', 'CLOSED'],
    ['an event', 'fail', 'failed'],
  ])('changes if %s changes', (_, before, after) => {
    expect(behaviourOf(chart.replace(before, after), true)).not.toBe(behaviourOf(chart, true))
  })
})

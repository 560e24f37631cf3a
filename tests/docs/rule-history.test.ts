import { expect, test } from 'vitest'
import { ruleHistory, rulesHash } from '../../scripts/docs/rule-history.ts'

test('the newest entry of the history describes the rules of breaker, retry and incident in these sources (AUD-6)', () => {
  expect(
    ruleHistory[0]?.hash,
    'a rule changed: `npm run charts -- diff REVISION --failure` lists the difference; add an entry to scripts/docs/rule-history.ts',
  ).toBe(rulesHash())
})

test('each entry of the history has its own rules, and is newer than the entry below it (AUD-6)', () => {
  const hashes = ruleHistory.flatMap(({ hash }) => hash ?? [])
  expect(new Set(hashes).size).toBe(hashes.length)
  const days = ruleHistory.map(({ since }) => since)
  expect(days).toEqual(days.toSorted().toReversed())
  for (const { changes } of ruleHistory) expect(changes).not.toEqual([])
})

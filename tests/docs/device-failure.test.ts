import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { breakerTransitions, cellOf, standings } from '../../scripts/docs/breaker-facts.ts'
import { deviceFailureDocument } from '../../scripts/docs/device-failure.ts'
import { english } from '../../scripts/docs/english.ts'
import { portuguese } from '../../scripts/docs/portuguese.ts'
import { timelineOf } from '../../scripts/docs/timelines.ts'
import { transitionTests } from '../../scripts/docs/transition-tests.ts'
import { breakerRules } from '../../src/machines/breaker/breaker-rules.ts'
import { isolationEnd, isolationSpans } from '../../src/machines/breaker/isolation-spans.ts'
import { deletionRules } from '../../src/machines/devices/device-delete.machine.ts'
import { trialRules } from '../../src/machines/devices/due-trials.ts'
import { auditKeptMs } from '../../src/services/audit/audit-store.ts'
import { deviceTimeoutMs } from '../../src/services/devices/device-control-api.ts'
import { markdownStructure } from './markdown-structure.ts'

const documents = [await deviceFailureDocument(english), await deviceFailureDocument(portuguese)]

test('both languages have the same structure (AUD-1)', () => {
  const [one, other] = documents.map(markdownStructure)
  expect(one).toEqual(other)
})

test('it says by which rule a failure counts, who may reset and delete, where the records are, and what a reload does (EVI-7)', () => {
  const [, paper = ''] = documents
  expect(paper).toContain('A regra: conta o que pode ser do dispositivo')
  expect(paper).toContain('| retomar agora um dispositivo em pausa | Retomar dispositivos em pausa | `device:reset` |')
  expect(paper).toContain('| excluir um dispositivo | Cadastrar e operar dispositivos | `device:write` |')
  expect(paper).toContain('`guarita-audit`')
  expect(paper).toContain('Ao recarregar a página')
})

test('no sentence was left in the other language', () => {
  const sentences = (texts: unknown): string[] =>
    typeof texts === 'string'
      ? [texts]
      : typeof texts === 'object' && texts !== null
        ? Object.values(texts).flatMap(sentences)
        : []
  const fieldNames = english.audit.fields.map(([names]) => names)
  const inEnglish = new Set(sentences(english).filter((text) => !fieldNames.includes(text)))
  expect(sentences(portuguese).filter((text) => inEnglish.has(text) && text.includes(' '))).toEqual([])
})

test('the tests that it names exist', () => {
  const named = english.tests.files.map(([file]) => file)
  expect(named.filter((file) => !existsSync(file))).toEqual([])
  expect(portuguese.tests.files.map(([file]) => file)).toEqual(named)
})

test('every transition is there with the tests that take it, and they exist', () => {
  expect(breakerTransitions().map(({ name }) => name)).toEqual(Object.keys(transitionTests))
  const named = Object.values(transitionTests).flat()
  expect(named.filter(([file, name]) => !readFileSync(file, 'utf8').includes(`'${name}'`))).toEqual([])
})

test('the numbers that its sentences name are those of the rules', () => {
  expect(breakerRules).toEqual({
    threshold: 5,
    openTimeoutMs: 120_000,
    halfOpenTimeoutMs: 30_000,
    longestIsolationMs: 86_400_000,
    slowCallMs: 5_000,
  })
  expect(isolationSpans.map((span) => isolationEnd(span, 0) / 3_600_000)).toEqual([1, 4, 9, 24])
  expect(deletionRules).toEqual({ triesEach: 2, pauseMs: 1_000 })
  expect(trialRules).toEqual({ atOnce: 4, lookEveryMs: 5_000 })
  expect(deviceTimeoutMs).toBe(90_000)
  expect(auditKeptMs).toBe(90 * 24 * 60 * 60 * 1_000)
})

describe('what it says is so', () => {
  test('the fifth failure opens, the fourth does not', async () => {
    const rows = await timelineOf('threshold')
    expect(rows.map(({ state, failureCount }) => `${state} ${failureCount}`)).toEqual([
      'CLOSED 1',
      'CLOSED 2',
      'CLOSED 3',
      'CLOSED 4',
      'OPEN 5',
      'OPEN 5',
    ])
  })

  test('a deletion is heard in every state, a reset in all but that which a person holds', () => {
    for (const standing of standings) {
      const { state, failureCount } = cellOf(standing, 'reset')
      expect([state, failureCount]).toEqual([standing.state === 'FORCED_OPEN' ? 'FORCED_OPEN' : 'CLOSED', 0])
      expect(cellOf(standing, 'isolated')).toMatchObject({ state: 'FORCED_OPEN', cause: 'manual' })
      expect(cellOf(standing, 'deleted')).toMatchObject({ state: 'CLOSED', failureCount: 0 })
    }
  })
})

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { breakerRules } from '../../contract/devices/breaker-rules.ts'
import { networkOperation, quickRetry, type RetryPolicy } from '../../contract/devices/retry-policies.ts'
import { deviceRoutes } from '../../contract/wire/routes/devices.ts'
import { healthRoutes } from '../../contract/wire/routes/health.ts'
import { recordRoutes } from '../../contract/wire/routes/records.ts'
import { breakerStates, breakerTransitions, cellOf, states } from '../../scripts/docs/breaker-facts.ts'
import { transitionTests } from '../../scripts/docs/transition-tests.ts'
import { isolationEnd, isolationSpans } from '../../src/machines/breaker/isolation-spans.ts'
import { deletionRules } from '../../src/machines/devices/commands/device-delete.machine.ts'
import { trialRules } from '../../src/machines/devices/due-trials.ts'
import { auditKeptMs } from '../../src/services/audit/audit-store.ts'
import { deviceTimeoutMs } from '../../src/services/devices/device-control-api.ts'
import { permissionText } from '../../src/ui/session/access-texts.ts'
import { answerFor, auditExamples, deletion, errorFacts, outcomes } from './call-facts.ts'
import { markdownStructure } from './markdown-structure.ts'
import { askedWaits, attemptTimes, storyNames, timelineOf } from './timelines.ts'

const paths = ['docs/device-failure.md', 'docs/device-failure.pt-BR.md']
const documents = paths.map((path): [string, string] => [path, readFileSync(path, 'utf8')])

test('the device-failure document has the same structure and blocks in both languages (AUD-1)', () => {
  const [one, other] = documents.map(([, text]) => markdownStructure(text))
  expect(one).toEqual(other)
})

describe.each(documents)('%s agrees with the machines (AUD-1, EVI-7)', (path, text) => {
  const parts = text.split(/^## /m)
  /** Body cells of all tables in a part of the document, by its number. */
  const tablesOf = (part: number): string[][][] =>
    [...(parts[part] ?? '').matchAll(/^\| .*\n\| ---.*\n((?:\|.*\n?)*)/gm)].map(([, rows = '']) =>
      rows
        .trim()
        .split('\n')
        .map((row) => row.slice(2, -2).split(' | ')),
    )
  const firstTimeline = 6
  const [, counted, circuit] = tablesOf(10)
  const [attempts, tries, ends, errors] = tablesOf(10).slice(firstTimeline + storyNames.length)
  const columns = (table: string[][] | undefined, ...numbers: number[]) =>
    table?.map((cells) => numbers.map((number) => cells[number]))
  const numbersIn = (cell = '') => (cell.match(/\d+/g) ?? []).map(Number)

  test('lists which answers count against the device and which are retried', () => {
    const kinds = Map.groupBy(outcomes, (outcome) => answerFor(outcome).kind)
    expect(columns(counted, 2, 3)).toEqual(
      [...kinds.keys()].map((kind) => [kind === 'failed' ? '✓' : '–', /failed|notAsked/.test(kind) ? '✓' : '–']),
    )
    const listed = counted?.map(([answers]) => numbersIn(answers))
    const codes = [...kinds.values()].map((group) => group.filter((outcome) => typeof outcome === 'number'))
    expect(listed).toEqual(codes.map((group) => (group.length === 0 ? [503] : group)))
  })

  test('lists the states of a circuit', () => {
    expect(columns(circuit, 0)).toEqual(breakerStates.map((state) => [`\`${state}\``]))
  })

  test.each(storyNames.map((name, index) => [name, index] as const))(
    'has the rows of the timeline %s',
    async (name, index) => {
      const rows = await timelineOf(name)
      const listed = rows.filter((row, at) => {
        const next = rows[at + 1]
        return next?.atMs !== row.atMs || next.step !== row.step || next.state !== row.state
      })
      expect(columns(tablesOf(10)[firstTimeline + index], 0, 2, 3, 4)).toEqual(
        listed.map(({ atMs, state, failureCount, retryAtMs }) => [
          clock(atMs),
          `\`${state}\``,
          `${failureCount}`,
          retryAtMs === null ? '–' : clock(retryAtMs),
        ]),
      )
    },
  )

  test('lists the times of the attempts of a call', async () => {
    const policies: [RetryPolicy, number?][] = [
      [networkOperation],
      [quickRetry],
      ...askedWaits.map((waitMs): [RetryPolicy, number] => [networkOperation, waitMs]),
    ]
    for (const [index, [policy, waitMs]] of policies.entries()) {
      const latest = await attemptTimes(policy, 1 - Number.EPSILON, waitMs)
      const spans = (await attemptTimes(policy, 0, waitMs)).map((atMs, at) =>
        [...new Set([clock(atMs), clock(latest[at] ?? 0)])].join('–'),
      )
      expect(
        columns(attempts, index + 1)
          ?.flat()
          .filter((cell) => cell !== '–'),
      ).toEqual(spans)
    }
  })

  test('lists the steps of a deletion and its end after each first answer', async () => {
    const ways = { deleteFromDevice: 'device', deleteFromPool: 'pool', deleteFromDatabase: 'database' }
    expect(columns(tries, 0, 1)).toEqual(
      (await deletion(504)).steps.map(({ atMs, way }) => [clock(atMs), `\`${ways[way]}\``]),
    )
    const endOf = new Map(await Promise.all(outcomes.map(async (each) => [each, (await deletion(each)).end] as const)))
    const leadingTo = (end: string) =>
      outcomes.filter((outcome) => endOf.get(outcome) === end).map((outcome) => (outcome === 'notGone' ? 404 : outcome))
    expect(ends?.map(([answers]) => numbersIn(answers))).toEqual([leadingTo('deleted'), leadingTo('refused'), []])
    expect([...new Set(endOf.values())].sort()).toEqual(['deleted', 'failed', 'refused'])
  })

  test('lists the errors that a caller gets', async () => {
    const ofAll = ['wordCode', 'attempts', 'retryAt', 'isIsolated']
    expect(columns(errors, 1, 2, 3, 4)).toEqual(
      (await errorFacts()).map(({ name, message, said, fields }) => [
        name === null ? '–' : `\`${name}\``,
        `\`${message}\``,
        said ?? '–',
        fields
          .filter((field) => !ofAll.includes(field))
          .map((field) => `\`${field}\``)
          .join(', ') || '–',
      ]),
    )
  })

  test('shows one audit record of each kind', async () => {
    const [, examples = ''] = /```json\n([\s\S]*?)\n```/.exec(text) ?? []
    expect(examples.split('\n')).toEqual((await auditExamples()).map((entry) => JSON.stringify(entry)))
  })

  test('names the permission for each action and the stores of the records', () => {
    const rights = [
      deviceRoutes.restartDevice.access,
      deviceRoutes.deleteDevice.access,
      deviceRoutes.openDevice.access,
      healthRoutes.resetHealth.access,
      healthRoutes.resetHealth.access,
      recordRoutes.audit.access,
    ]
    expect(columns(tablesOf(5)[1], 1)?.flat()).toEqual(rights.map(permissionText))
    expect(text).toContain('`guarita-audit`')
    expect(text).toContain('`device_audit`')
  })

  test('has no sentence of the other language', () => {
    const other = documents.find(([each]) => each !== path)?.[1] ?? ''
    const isProse = (line: string) => /^(- |\d+\. |[A-ZÀ-Ú][a-zà-ú])/.test(line) && line.length > 40
    expect(text.split('\n').filter((line) => isProse(line) && other.includes(line))).toEqual([])
  })
})

test('each text that the Portuguese document quotes from the screen is in the sources of the panel (EVI-7)', () => {
  const [, text = ''] = documents[1] ?? []
  const files = globSync('{src,contract}/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8').toLowerCase())
  const quoted = new Set(
    [...text.matchAll(/‘([^’]+)’/g)].map(([, words = '']) => words.toLowerCase().replace(' …', '')),
  )
  expect(quoted.size).toBeGreaterThan(15)
  expect([...quoted].filter((words) => !files.some((source) => source.includes(words)))).toEqual([])
})

test('the Portuguese document has words of engineers only in its annex (AUD-1)', () => {
  const [, text = ''] = documents[1] ?? []
  const beforeAnnex = text.slice(0, text.indexOf('\n## 10. '))
  expect(beforeAnnex).not.toMatch(/\.test\.ts|npm run/)
  const plain = beforeAnnex.replaceAll(/\]\(.*?\)|`[^`]*`/g, '')
  expect(plain.length).toBeGreaterThan(10_000)
  const english =
    /\b(?:closed|open|half.open|forced.open|breaker|timeout|time-out|retry|trial|circuit|circuito|reset|status|token|IndexedDB|web locks|4xx|isolation|[\d.]{4,} ms)\b/gi
  expect(plain.match(english)?.filter((word) => word !== '6.000 ms') ?? []).toEqual([])
})

test('every breaker transition is listed with the tests that take it, and those tests exist', () => {
  expect(breakerTransitions().map(({ name }) => name)).toEqual(Object.keys(transitionTests))
  const named = Object.values(transitionTests).flat()
  expect(named.filter(([file, name]) => !readFileSync(file, 'utf8').includes(`'${name}'`))).toEqual([])
})

test('the rules have the numbers that the document names in its sentences', () => {
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

describe('the statements of the document are true', () => {
  test('the circuit opens at the fifth failure, not at the fourth', async () => {
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

  test('every state accepts a deletion, and every state except a manual isolation accepts a reset', () => {
    for (const circuit of states) {
      const { state, failureCount } = cellOf(circuit, 'reset')
      expect([state, failureCount]).toEqual([circuit.state === 'FORCED_OPEN' ? 'FORCED_OPEN' : 'CLOSED', 0])
      expect(cellOf(circuit, 'isolated')).toMatchObject({ state: 'FORCED_OPEN', cause: 'manual' })
      expect(cellOf(circuit, 'deleted')).toMatchObject({ state: 'CLOSED', failureCount: 0 })
    }
  })
})

/** Formats minutes, seconds and, if not zero, milliseconds. */
function clock(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = (ms % 60_000) / 1_000
  const text = Number.isInteger(seconds) ? `${seconds}` : seconds.toFixed(3)
  return `${minutes}:${seconds < 10 ? '0' : ''}${text}`
}

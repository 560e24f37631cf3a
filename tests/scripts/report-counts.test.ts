import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { playwrightFailures, vitestCounts, vitestFailures } from '../../scripts/report-counts.js'

const directory = mkdtempSync(join(tmpdir(), 'guarita-reports-'))
afterAll(() => rmSync(directory, { recursive: true }))

function written(report: unknown): string {
  const file = join(directory, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('a report of Vitest names the failed tests and the files that did not load', () => {
  const passed = { status: 'passed', fullName: 'a passes', failureMessages: [] }
  const failed = {
    status: 'failed',
    fullName: 'a fails',
    failureMessages: ['\u001b[31mError: 2 is not 1\u001b[39m\n  at a'],
  }
  const file = written({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      { name: resolve('tests/a.test.ts'), status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: resolve('tests/b.test.ts'), status: 'failed', message: 'No such module', assertionResults: [] },
    ],
  })
  expect(vitestFailures(file)).toEqual([
    'tests/a.test.ts › a fails: Error: 2 is not 1',
    'tests/b.test.ts: No such module',
  ])
  expect(vitestCounts(file, 1)).toEqual({ passed: 1, failed: 2, skipped: 0 })
})

test('a report of Playwright names the failed tests and the tests that passed at a second attempt', () => {
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ error: { message: `${title} went wrong\nat line 1` } }, {}] }],
  })
  const inner = { title: 'inner', specs: [spec('shaky', 'flaky')] }
  const outer = { title: 'a.spec.ts', specs: [spec('good', 'expected'), spec('bad', 'unexpected')], suites: [inner] }
  expect(playwrightFailures(written({ errors: [], suites: [outer] }))).toEqual([
    'a.spec.ts › bad: bad went wrong',
    'a.spec.ts › inner › shaky (passed when tried again): shaky went wrong',
  ])
})

test('a missing report has no counts', () => {
  expect(vitestFailures(join(directory, 'none.json'))).toEqual([])
})

import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: VitestFile[] }} VitestReport
 * @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest `results`: one for each attempt
 * @typedef {{ title: string, suites?: PlaywrightSuite[], specs: { title: string, tests: PlaywrightTest[] }[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, errors: { message?: string }[],
 *   suites: PlaywrightSuite[] }} PlaywrightReport
 */

/**
 * Counts in a JSON report of Vitest. A file that failed outside of its tests, and a run without any test, count as one
 * failure each.
 * @param {string} file
 * @param {number} exitCode
 */
export function vitestCounts(file, exitCode) {
  /** @type {VitestReport | undefined} */
  const report = read(file)
  const brokenFiles = report?.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return atLeastOneFailure(exitCode, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + (brokenFiles?.length ?? 0),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

/**
 * Counts in a JSON report of Playwright.
 * @param {string} file
 * @param {number} exitCode
 */
export function playwrightCounts(file, exitCode) {
  /** @type {PlaywrightReport | undefined} */
  const report = read(file)
  const stats = report?.stats
  return atLeastOneFailure(exitCode, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: (stats?.unexpected ?? 0) + (report?.errors.length ?? 0),
    skipped: stats?.skipped ?? 0,
  })
}

/**
 * Lists the failures in a JSON report of Vitest, one per line: file, test, and the first line of the error.
 * @param {string} file
 */
export function vitestFailures(file) {
  /** @type {VitestReport | undefined} */
  const report = read(file)
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [line(relative('.', name), message)]
    return failed.map(({ fullName, failureMessages }) =>
      line(`${relative('.', name)} › ${fullName}`, failureMessages[0]),
    )
  })
}

/**
 * Lists the failures in a JSON report of Playwright, and the tests that passed only at a later attempt.
 * @param {string} file
 */
export function playwrightFailures(file) {
  /** @type {PlaywrightReport | undefined} */
  const report = read(file)
  return [
    ...(report?.errors ?? []).map(({ message }) => line('outside of the tests', message)),
    ...(report?.suites ?? []).flatMap((suite) => failuresOf(suite, '')),
  ]
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} parents
 * @returns {string[]}
 */
function failuresOf(suite, parents) {
  const place = `${parents}${suite.title} › `
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const message = results.find(({ error }) => error !== undefined)?.error?.message
        return line(`${place}${title}${status === 'flaky' ? ' (passed when tried again)' : ''}`, message)
      }),
  )
  return [...own, ...(suite.suites ?? []).flatMap((child) => failuresOf(child, place))]
}

/**
 * @param {string} name
 * @param {string} [message]
 */
function line(name, message = '') {
  return `${name}: ${stripVTControlCharacters(message).split('\n', 1)[0]}`
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/**
 * @param {number} exitCode
 * @param {{ passed: number, failed: number, skipped: number }} counts
 */
function atLeastOneFailure(exitCode, counts) {
  const nothingRan = counts.passed + counts.failed === 0
  if (nothingRan) console.error('No test ran.')
  return counts.failed === 0 && (exitCode !== 0 || nothingRan) ? { ...counts, failed: 1 } : counts
}

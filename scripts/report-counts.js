import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: VitestFile[] }} VitestReport
 * @typedef {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, errors: unknown[] }} PlaywrightReport
 */

/**
 * Counts in a JSON report of Vitest. A file that failed outside of its tests, and a run without any test, count as
 * one failure each.
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
 * The same for Playwright.
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

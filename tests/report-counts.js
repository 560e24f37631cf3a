import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts in a JSON report of Vitest. A run that failed outside of a test, or that ran none, counts as one failure.
 * @param {string} file
 * @param {number} exitCode
 */
export function vitestCounts(file, exitCode) {
  const report = read(file)
  return atLeastOneFailure(exitCode, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

/**
 * The same for Playwright.
 * @param {string} file
 * @param {number} exitCode
 */
export function playwrightCounts(file, exitCode) {
  const stats = read(file)?.stats
  return atLeastOneFailure(exitCode, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
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

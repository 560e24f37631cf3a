/**
 * Formats the duration of each step, and of the whole run. Unknown CPU time is left empty.
 * @param {import('./run-steps.js').Result[]} results
 * @param {number} wallMs of the whole run
 */
export function stepTable(results, wallMs) {
  const known = results.map(({ cpuMs }) => cpuMs).filter((cpuMs) => cpuMs !== undefined)
  const rows = [
    ['Step', 'Result', 'Wall s', 'CPU s'],
    ...results.map((each) => [each.title, inWords([each.counts]), seconds(each.wallMs), seconds(each.cpuMs)]),
    ['All of it', '', seconds(wallMs), seconds(known.reduce((sum, cpuMs) => sum + cpuMs, 0))],
  ]
  const widths = ['Step', 'Result', 'Wall s', 'CPU s'].map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (/** @type {string[]} */ row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return rows.map(line).join('\n')
}

/**
 * Formats the sum as `N passed, N failed`, with the skipped tests if there are any.
 * @param {import('./run-steps.js').Counts[]} counts
 */
export function inWords(counts) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ kind) =>
    counts.reduce((total, each) => total + each[kind], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`
}

/** @param {number | undefined} ms */
function seconds(ms) {
  return ms === undefined ? 'unknown' : (ms / 1_000).toFixed(1)
}

/**
 * The steps with what each took, and the whole run. Processor time that can't be told is left open.
 * @param {import('./run-steps.js').Result[]} results
 * @param {number} wallMs of the whole run
 */
export function stepTable(results, wallMs) {
  const told = results.map(({ cpuMs }) => cpuMs).filter((cpuMs) => cpuMs !== undefined)
  const rows = [
    ['Step', 'Result', 'Wall s', 'CPU s'],
    ...results.map((each) => [each.title, inWords([each.counts]), seconds(each.wallMs), seconds(each.cpuMs)]),
    ['All of it', '', seconds(wallMs), seconds(told.reduce((sum, cpuMs) => sum + cpuMs, 0))],
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
 * The sum as `N passed, N failed`, and what was skipped if something was.
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

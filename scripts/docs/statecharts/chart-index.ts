import { bullets, code, heading, lines, table } from '../markdown.ts'
import { pageLink } from './chart-page.ts'
import { type Chart, requirementsOf } from './charts.ts'

/** The page that leads to all others: who starts whom, and which charts a requirement is served by. */
export function chartIndex(charts: readonly Chart[]): string {
  const started = new Set(charts.flatMap(({ children }) => children.map(({ exportName }) => exportName)))
  const served = Map.groupBy(
    charts.flatMap((chart) => requirementsOf(chart.machine).map((id) => ({ id, chart }))),
    ({ id }) => id,
  )
  return lines(
    heading(1, 'Statecharts'),
    `Every flow of the panel is one of these ${charts.length} charts; a page of each is made from it by ${code('npm run docs')}, ` +
      'and a test fails when one is missing or stale.',
    heading(2, 'How they hang together'),
    'Each chart stands below the one that starts it. A chart hears only from that one and tells only that one: the root routes ' +
      'what one flow has to say to another. It starts a chart again that crashes (BOOT-4).',
    charts
      .filter(({ exportName }) => !started.has(exportName))
      .map((root) => branch(root, charts, []))
      .join('\n'),
    heading(2, 'Which charts serve a requirement'),
    table(
      ['Requirement', 'Charts'],
      [...served]
        .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
        .map(([id, serving]) => [id, serving.map(({ chart }) => pageLink(chart)).join(', ')]),
    ),
  )
}

function branch(chart: Chart, charts: readonly Chart[], above: readonly Chart[]): string {
  const children = charts.filter(
    (each) => !above.includes(each) && chart.children.some(({ exportName }) => exportName === each.exportName),
  )
  const indent = '  '.repeat(above.length)
  const item = `${indent}${bullets([`${pageLink(chart)}: ${chart.sentence}`])}`
  return [item, ...children.map((child) => branch(child, charts, [...above, chart]))].join('\n')
}

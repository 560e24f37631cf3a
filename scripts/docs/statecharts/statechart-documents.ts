import { chartIndex } from './chart-index.ts'
import { chartPage } from './chart-page.ts'
import { loadCharts } from './charts.ts'

/** Where the pages of the charts stand; nothing else stands there. */
export const statechartFolder = 'docs/statecharts'

/** A page for each machine, and the one that leads to them, by path from the project's folder. */
export async function statechartDocuments(): Promise<Record<string, string>> {
  const charts = await loadCharts()
  const pages = charts.map((chart) => [`${statechartFolder}/${chart.name}.md`, chartPage(chart, charts)])
  return { [`${statechartFolder}/README.md`]: chartIndex(charts), ...Object.fromEntries(pages) }
}

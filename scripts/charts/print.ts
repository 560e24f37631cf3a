import { loadCharts } from './all-charts.ts'
import { layOutCharts } from './chart-layouts.ts'
import { readChartWords } from './chart-words.ts'

/** Prints texts and layouts of all charts as JSON; without layouts if no cache file is given. Run it in the project's folder. */
const [, , cacheFile] = process.argv
const charts = await loadCharts()
const layouts = cacheFile === undefined ? {} : await layOutCharts(charts, cacheFile)
process.stdout.write(JSON.stringify({ ...readChartWords(charts), layouts }))
